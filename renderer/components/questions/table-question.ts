import type { AskedSql } from '../../../electron/contract/asked-sql/sql.ts'

/** The question that a table stands for. */
export interface TableQuestion {
  /** What people call the table. */
  name: string
  ask: () => AskedSql | Promise<AskedSql>
}
