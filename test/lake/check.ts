import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { answerOfBook, blocksOf, differences, questionsOf, statementsOf, type Rows } from '../support/lake-questions.ts'

/**
 * `npm run lake:check`: two books of the demo service write into one lake, and ClickHouse's engine answers the questions of
 * docs/lake.md from it: by one engine, and by two shards. The answers must be those of the book. It installs the engine
 * into this folder (540 MB), which the program itself has no use for. Exit 1 when an answer differs.
 */
const here = import.meta.dirname
const root = path.join(here, '../..')

interface Chdb {
  Session: new () => ChSession
}

interface ChSession {
  query(sql: string, format?: string): string
  cleanup(): void
}

/** Times as Unix seconds, as SQLite gives them. */
function answerOf(session: ChSession, sql: string): Rows {
  const asked = `${sql.trim().replace(/;$/, '')} SETTINGS output_format_json_quote_64bit_integers = 0`
  const { data } = JSON.parse(session.query(asked, 'JSONCompact')) as { data: Rows }
  return data.map((row) => row.map((cell) => (isTime(cell) ? Date.parse(`${cell.replace(' ', 'T')}Z`) / 1000 : cell)))
}
const isTime = (cell: unknown): cell is string => typeof cell === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(cell)

function engine(): Chdb {
  if (!existsSync(path.join(here, 'node_modules/chdb'))) {
    say('npm ci in test/lake')
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: here,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    if (status !== 0) throw new Error('The engine could not be installed')
  }
  return createRequire(path.join(here, 'check.ts'))('chdb') as Chdb
}

function meterbook(args: readonly string[], data: string): void {
  const cli = path.join(root, 'electron/cli.ts')
  const { status, stderr } = spawnSync(process.execPath, [cli, ...args], {
    env: { ...process.env, METERBOOK_DATA: data },
    encoding: 'utf8',
  })
  if (status !== 0 && status !== 1) throw new Error(`meterbook ${args.join(' ')} ended with ${status}: ${stderr}`)
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const { Session } = engine()
const folder = mkdtempSync(path.join(tmpdir(), 'meterbook-lake-check-'))
let failed = 0
try {
  const lake = path.join(folder, 'lake')
  mkdirSync(lake)
  const book = path.join(folder, 'a.meterbook')
  const month = (back: number) => {
    const now = new Date()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7)
  }
  const [earlier, later] = [month(2), month(1)]
  const fill = (sql: string) => sql.replaceAll('LAKE', lake).replaceAll('MONTH1', earlier).replaceAll('MONTH2', later)
  const archives = ['--archives', 'lists,hourly,daily,events,settings,sessions']
  say('Two books of the demo service (150 stations) write into one lake')
  meterbook(
    [
      'sync',
      '--demo',
      '--book',
      path.join(folder, 'b.meterbook'),
      '--lake',
      lake,
      '--from',
      `${later}-01`,
      '--to',
      `${later}-20`,
      '--archives',
      'hourly,sessions',
    ],
    folder,
  )
  meterbook(['sync', '--demo', '--book', book, '--lake', lake, '--from', `${earlier}-01`, ...archives], folder)

  const blocks = blocksOf()
  const db = new Database(book, { readonly: true })
  const turns = [
    ['one engine', ['clickhouse-files', 'views']],
    ['two shards', ['clickhouse-files', 'cluster-tables', 'cluster-views', 'views']],
  ] as const
  for (const [name, setUp] of turns) {
    const session = new Session()
    say(`ClickHouse ${session.query('SELECT version()', 'TSV').trim()}, ${name}`)
    for (const block of setUp) for (const statement of statementsOf(blocks.get(block) ?? '')) session.query(fill(statement))
    for (const [question, sql] of questionsOf(blocks)) {
      const wanted = answerOfBook(db, question, fill)
      const begun = performance.now()
      const differ = differences(answerOf(session, fill(sql)), wanted)
      say(`  ${differ.length === 0 ? 'same' : 'DIFFERS'}  ${question}: ${wanted.length} rows, ${Math.round(performance.now() - begun)} ms`)
      for (const line of differ.slice(0, 3)) say(`    ${line}`)
      if (differ.length > 0) failed++
    }
    session.cleanup()
  }
  db.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed === 0 ? 0 : 1)
