import type { Database, Statement } from 'better-sqlite3'

/** Prepares each distinct SQL text once, for queries whose conditions vary. `shape` as in better-sqlite3. */
export type Statements = <Row>(sql: string, shape?: 'raw' | 'pluck' | 'row') => Statement<[object], Row>

export function statementsOf(db: Database): Statements {
  const made = new Map<string, Statement<[object]>>()
  return <Row>(sql: string, shape: 'raw' | 'pluck' | 'row' = 'row'): Statement<[object], Row> => {
    const key = `${shape} ${sql}`
    let statement = made.get(key)
    if (!statement) {
      statement = db.prepare<[object]>(sql)
      if (shape === 'raw') statement.raw()
      else if (shape === 'pluck') statement.pluck()
      made.set(key, statement)
    }
    return statement as Statement<[object], Row>
  }
}
