import { createHash } from 'node:crypto'
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { glanceAt } from '../book/index.ts'
import { keepOwn, makeOwnFolder } from '../book/file/private.ts'
import { accountKey, isSameAccount } from '../contract/account-key.ts'
import { deviceSafe } from '../contract/device-names.ts'

/** The account under which the book of the embedded demo service is kept: its port changes with every start. */
export const DEMO_URL = 'demo://meterbook'

/**
 * Where the book of an account lies unless the user says otherwise: one file for each service and account, with a name
 * that people recognise and a digest that keeps accounts apart. An existing book is found whatever the letter case of
 * its account was when it was made. A disk that tells cases apart may then hold several: a book with data goes before an
 * empty one, then the one written last. Makes the folder.
 */
export function bookPathOf(dataFolder: string, account: { url: string; email: string }): string {
  const folder = booksFolderOf(dataFolder)
  makeOwnFolder(folder)
  const host = account.url === DEMO_URL ? 'demo' : new URL(account.url).host
  const readable = readableOf(`${account.email.trim().toLowerCase()}-${host}`)
  const digest = createHash('sha256').update(accountKey(account)).digest('hex').slice(0, 8)
  const own = path.join(folder, deviceSafe(`${readable}-${digest}.meterbook`))
  // Until version 7 of the book the name was made of the address as it had been typed.
  const others = readdirSync(folder)
    .filter((name) => /^-[0-9a-f]{8}\.meterbook$/.test(name.slice(readable.length)))
    .filter((name) => name.slice(0, readable.length).toLowerCase() === readable)
    .map((name) => path.join(folder, name))
    .filter((file) => file !== own)
  if (others.length === 0) return own
  const candidates = [own, ...others].flatMap((file) => {
    const glance = existsSync(file) ? glanceAt(file) : null
    return glance && isOf(glance.identity, account) ? [{ file, ...glance }] : []
  })
  const [best] = candidates.toSorted(
    (a, b) => Number(b.holdsData) - Number(a.holdsData) || b.changedMs - a.changedMs || a.file.localeCompare(b.file),
  )
  return best?.file ?? own
}

/** Only characters that every disk takes, 80 at most. */
function readableOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}@._-]+/gu, '_').slice(0, 80)
}

function isOf({ url, email }: { url: string | null; email: string | null }, account: { url: string; email: string }) {
  return url !== null && email !== null && isSameAccount({ url, email }, account)
}

/** Where books lie unless the user says otherwise. */
export const booksFolderOf = (dataFolder: string) => path.join(dataFolder, 'books')

/** Takes others' rights to the folder of the books and all that lies in it away: earlier versions and copies left some. Once a start is enough. */
export function keepBooksOwn(dataFolder: string): void {
  const folder = booksFolderOf(dataFolder)
  keepOwn(folder)
  for (const name of namesIn(folder)) keepOwn(path.join(folder, name))
}

/** Books that lie in the usual folder, whoever made them (a scheduled `meterbook sync`, say), the newest first. */
export function booksIn(dataFolder: string): { file: string; exists: true; bytes: number; openedMs: number; changedMs: number }[] {
  const folder = booksFolderOf(dataFolder)
  return namesIn(folder)
    .filter((name) => name.endsWith('.meterbook'))
    .flatMap((name) => {
      const file = path.join(folder, name)
      const stats = statSync(file, { throwIfNoEntry: false })
      return stats?.isFile() ? [{ file, exists: true as const, bytes: stats.size, openedMs: stats.mtimeMs, changedMs: stats.mtimeMs }] : []
    })
    .toSorted((a, b) => b.openedMs - a.openedMs)
}

const namesIn = (folder: string): string[] => (statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [])

/** Links resolved, as an open book names its file; of what is not there the whole path as it was typed. */
export function realPath(file: string): string {
  const whole = path.resolve(file)
  return existsSync(whole) ? realpathSync(whole) : whole
}
