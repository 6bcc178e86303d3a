import Database from 'better-sqlite3'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { attacks, type Attack } from '../../support/attacks.ts'
import { plant } from '../../support/hostile-books.ts'
import { mergeTried, UP_TO, type Books, type Ends } from './merge-tried.ts'

/** `merge` of what is no book, is the own one, or has something beside it. */

const MB = 1_000_000
const named = (name: string, make: (books: Books) => unknown, which: (books: Books) => string, ends: Ends = 'refused'): Attack => ({
  name,
  run: () => mergeTried(make, ends, which),
})
const nothing = (): void => undefined
const at = (name: string) => (books: Books) => join(books.here, name)
const cut =
  (part: number) =>
  ({ theirs }: Books) => {
    plant(theirs, 'PRAGMA journal_mode = DELETE')
    truncateSync(theirs, Math.floor(statSync(theirs).size * part))
  }

attacks(12, 'the file of a book that is merged', [
  named('the own book', nothing, ({ mine }) => mine),
  named('the own book by another way', nothing, ({ here }) => `${here}/../${here.split('/').at(-1)}/./mine.meterbook`),
  named('a link to the own book', ({ mine, here }) => symlinkSync(mine, join(here, 'link')), at('link')),
  named(
    'a link to a link to the own book',
    ({ mine, here }) => (symlinkSync(mine, join(here, 'one')), symlinkSync(join(here, 'one'), join(here, 'link'))),
    at('link'),
  ),
  named('a second name of the own book', ({ mine, here }) => linkSync(mine, join(here, 'second')), at('second')),
  named('a copy of the own book', ({ mine, here }) => copyFileSync(mine, join(here, 'copy')), at('copy'), 'either'),
  named('a link that leads to itself', ({ here }) => symlinkSync(join(here, 'link'), join(here, 'link')), at('link')),
  named('a link to nothing', ({ here }) => symlinkSync(join(here, 'no'), join(here, 'link')), at('link')),
  named('a link to another book', ({ theirs, here }) => symlinkSync(theirs, join(here, 'link')), at('link'), 'merged'),
  named('a named pipe', ({ here }) => execFileSync('mkfifo', [join(here, 'pipe')]), at('pipe')),
  named('a device', nothing, () => '/dev/zero'),
  named('a device that is empty', nothing, () => '/dev/null'),
  named('a folder', nothing, ({ here }) => here),
  named(
    'a socket',
    async ({ here }) => {
      const server = createServer().listen(join(here, 'socket'))
      await once(server, 'listening')
      return () => void server.close()
    },
    at('socket'),
  ),
  named('nothing', nothing, at('no')),
  named('an empty file', ({ here }) => writeFileSync(join(here, 'empty'), ''), at('empty')),
  named('the head alone', ({ theirs, here }) => writeFileSync(join(here, 'head'), readFileSync(theirs).subarray(0, 100)), at('head')),
  named('a text', ({ here }) => writeFileSync(join(here, 'text'), 'SQLite format 3\0'.padEnd(5_000, 'x')), at('text')),
  named(
    '200 MB of noughts',
    ({ here }) => (writeFileSync(join(here, 'noughts'), ''), truncateSync(join(here, 'noughts'), 200 * MB)),
    at('noughts'),
  ),
  named('a book that is cut in the first page', cut(0.001), ({ theirs }) => theirs),
  named('a book that is cut in the middle', cut(0.5), ({ theirs }) => theirs),
  named('a book that lacks its last page', cut(0.995), ({ theirs }) => theirs),
  named(
    'a book with garbage behind it',
    ({ theirs }) => (
      plant(theirs, 'PRAGMA journal_mode = DELETE'),
      writeFileSync(theirs, Buffer.concat([readFileSync(theirs), Buffer.alloc(100_000, 0x41)]))
    ),
    ({ theirs }) => theirs,
    'either',
  ),
])

const beside = (name: string, ending: string, make: (file: string, books: Books) => unknown, ends: Ends): Attack =>
  named(
    name,
    (books) => make(books.theirs + ending, books),
    ({ theirs }) => theirs,
    ends,
  )

/** A rollback journal that says that pages are to be written back: https://sqlite.org/fileformat.html#the_rollback_journal */
function hotJournal(file: string, master = ''): void {
  const page = Buffer.alloc(28)
  Buffer.from('d9d505f920a163d7', 'hex').copy(page)
  page.writeInt32BE(-1, 8)
  page.writeUInt32BE(7, 12)
  page.writeUInt32BE(1, 16)
  page.writeUInt32BE(512, 20)
  page.writeUInt32BE(4096, 24)
  const name = Buffer.from(master)
  const end = Buffer.alloc(16)
  end.writeUInt32BE(name.length)
  end.writeUInt32BE(
    name.reduce((sum, byte) => sum + byte, 0),
    4,
  )
  Buffer.from('d9d505f920a163d7', 'hex').copy(end, 8)
  writeFileSync(
    file,
    Buffer.concat([page, Buffer.alloc(484), Buffer.alloc(5_000, 0x5a), ...(master === '' ? [] : [Buffer.from([0, 0, 0, 1]), name, end])]),
  )
}
const secret = ({ here }: Books): string => {
  writeFileSync(join(here, 'secret'), 'x'.repeat(5_000))
  return join(here, 'secret')
}

attacks(12, 'what lies beside a book that is merged', [
  beside('a journal of garbage', '-wal', (file) => writeFileSync(file, Buffer.alloc(MB, 0x37)), 'either'),
  beside('a journal that is a link', '-wal', (file, books) => symlinkSync(secret(books), file), 'refused'),
  beside('a journal that is a pipe', '-wal', (file) => execFileSync('mkfifo', [file]), 'refused'),
  beside('a journal that is a folder', '-wal', (file) => mkdirSync(file), 'refused'),
  beside('an index of a journal that is garbage', '-shm', (file) => writeFileSync(file, Buffer.alloc(32_768, 0xff)), 'either'),
  beside('an index of a journal that is a link', '-shm', (file, books) => symlinkSync(secret(books), file), 'refused'),
  beside('an index of a journal that is a folder', '-shm', (file) => mkdirSync(file), 'refused'),
  beside('a journal of another kind, to be written back', '-journal', (file) => hotJournal(file), 'either'),
  beside('one that names another file', '-journal', (file, books) => hotJournal(file, secret(books)), 'either'),
  beside('a journal of another kind that is a link', '-journal', (file, books) => symlinkSync(secret(books), file), 'refused'),
  beside('a lock that is a link', '.lock', (file, books) => symlinkSync(secret(books), file), 'refused'),
  beside('an owner that is a link', '.owner', (file, books) => symlinkSync(secret(books), file), 'refused'),
  beside('an owner of 100 MB', '.owner', (file) => (writeFileSync(file, ''), truncateSync(file, 100 * MB)), 'either'),
  beside(
    'the journal of another book',
    '-wal',
    (file, { here }) => {
      const other = join(here, 'other.db')
      const db = new Database(other)
      db.pragma('journal_mode = WAL')
      db.exec(`CREATE TABLE x (a); ${UP_TO(5_000)} INSERT INTO x SELECT i FROM n`)
      copyFileSync(`${other}-wal`, file)
      db.close()
    },
    'either',
  ),
  {
    name: 'a program that writes it meanwhile',
    run: () =>
      mergeTried(
        async (books) => {
          const writes = `const D = require('better-sqlite3'); const db = new D(process.argv[1]); db.pragma('journal_mode = WAL'); let n = 0
          setInterval(() => { for (let i = 0; i < 20; i++) db.prepare('UPDATE station SET name = ? WHERE id = 1').run('n' + n++) }, 1); console.log('on')`
          const child = spawn(process.execPath, ['-e', writes, books.theirs], { stdio: ['ignore', 'pipe', 'inherit'] })
          await once(child.stdout, 'data')
          // Its bytes change: what is compared is another file.
          const theirs = books.theirs
          books.theirs = join(books.here, 'none')
          books.named = theirs
          return async () => {
            child.kill()
            await once(child, 'exit')
          }
        },
        'either',
        (books) => books.named ?? books.theirs,
      ),
  },
])
