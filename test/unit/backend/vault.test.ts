import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Failure } from '../../../electron/contract/common.ts'
import { openVault, type Vault, type VaultOptions } from '../../../electron/backend/vault.ts'
import { formerVaultsOf, lookInVault, vaultFileOf } from '../../../electron/backend/vault-look.ts'
import { readJournal } from '../../../electron/backend/vault-journal.ts'
import type { StoredLane } from '../../../electron/service/tokens.ts'

const key = randomBytes(32)
const anna = { url: 'https://metering.example', email: 'Anna@example.com' }
const lane = (client: string, token = 't0'): StoredLane => ({
  client,
  token,
  previousToken: null,
  tokenType: 'Bearer',
  uid: 'anna@example.com',
  expiryMs: 1_700_000_000_000,
})

let folder: string
let file: string
let told: Failure[]
const open = (options: Partial<VaultOptions> = {}): Vault =>
  openVault({ file, key, owner: 'test', onFailure: (failure) => told.push(failure), ...options })

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vault-'))
  file = vaultFileOf(folder)
  told = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('passwords and lanes come back after a restart, lanes in the order of their first save', () => {
  const vault = open()
  vault.setPassword(anna, 'pässwörd')
  vault.tokens(anna).save(lane('a', 't1'))
  vault.tokens(anna).save(lane('b', 't1'))
  vault.tokens(anna).save(lane('a', 't2'))
  vault.close()

  const again = open()
  expect(again.remembers).toBe(true)
  expect(again.failure).toBeNull()
  expect(again.password({ ...anna, email: ' anna@EXAMPLE.com' })).toBe('pässwörd')
  expect(again.tokens(anna).load()).toEqual([lane('a', 't2'), lane('b', 't1')])
  expect(again.accounts()).toEqual([anna])
  again.close()
})

test('an account has one entry, in whatever letter case its e-mail is written', () => {
  const vault = open()
  vault.setPassword(anna, 'first')
  const lower = { ...anna, email: anna.email.toLowerCase() }
  expect(vault.password(lower)).toBe('first')
  vault.setPassword(lower, 'second')
  vault.tokens(lower).save(lane('a'))
  expect([vault.accounts(), vault.password(anna)]).toEqual([[anna], 'second'])
  vault.forget(lower)
  expect([vault.accounts(), vault.tokens(anna).load()]).toEqual([[], []])
  vault.close()
})

test('what is forgotten stays forgotten', () => {
  const vault = open()
  vault.setPassword(anna, 'secret')
  vault.tokens(anna).save(lane('a'))
  vault.tokens(anna).save(lane('b'))
  vault.tokens(anna).remove('a')
  vault.close()
  const second = open()
  expect(second.tokens(anna).load()).toEqual([lane('b')])
  second.forget(anna)
  second.close()
  const third = open()
  expect(third.password(anna)).toBeNull()
  expect(third.tokens(anna).load()).toEqual([])
  expect(third.accounts()).toEqual([])
  third.close()
})

test('nothing readable lies on disk, and nobody else may read the file', () => {
  const vault = open()
  vault.setPassword(anna, 'correct horse')
  vault.tokens(anna).save(lane('client-of-anna', 'token-of-anna'))
  vault.close()
  const bytes = readFileSync(file, 'latin1')
  for (const secret of ['correct horse', 'client-of-anna', 'token-of-anna', 'Anna@example.com', 'metering.example']) {
    expect(bytes).not.toContain(secret)
  }
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0)
})

test('without a key nothing is written', () => {
  const vault = open({ key: null })
  vault.setPassword(anna, 'secret')
  expect(vault.remembers).toBe(false)
  expect(vault.password(anna)).toBe('secret')
  vault.close()
  expect(existsSync(file)).toBe(false)
  expect(told).toEqual([])
})

test('a vault of another key is empty, told, and set aside unharmed', () => {
  const vault = open()
  vault.setPassword(anna, 'secret')
  vault.close()
  const before = readFileSync(file)

  const other = open({ key: randomBytes(32) })
  expect(other.password(anna)).toBeNull()
  expect(other.remembers).toBe(true)
  expect(told).toEqual([{ code: 'VAULT_UNAVAILABLE', data: { reason: 'unreadable', detail: null } }])
  expect(other.failure).toEqual(told[0])
  other.close()
  expect(readFileSync(`${file}.unreadable`)).toEqual(before)
})

test('wrong keys, however many, destroy nothing: the right key takes its vault back, and the others theirs', () => {
  const vault = open()
  vault.setPassword(anna, 'secret')
  vault.tokens(anna).save(lane('a', 't7'))
  vault.close()
  const keys = [randomBytes(32), randomBytes(32)]
  for (const [at, wrong] of keys.entries()) {
    const other = open({ key: wrong })
    expect(other.password(anna)).toBeNull()
    other.setPassword(anna, `of key ${at}`)
    other.close()
  }
  told = []
  const right = open()
  expect(right.password(anna)).toBe('secret')
  expect(right.tokens(anna).load()).toEqual([lane('a', 't7')])
  expect([right.failure, told]).toEqual([null, []])
  right.close()
  for (const [at, wrong] of keys.entries()) {
    const other = open({ key: wrong })
    expect(other.password(anna)).toBe(`of key ${at}`)
    other.close()
  }
  const again = open()
  expect(again.password(anna)).toBe('secret')
  again.close()
})

test('what was forgotten is not taken back', () => {
  const vault = open()
  vault.setPassword(anna, 'secret')
  vault.close()
  writeFileSync(`${file}.unreadable`, readFileSync(file))
  const second = open()
  second.forget(anna)
  second.close()
  const third = open()
  expect(third.password(anna)).toBeNull()
  third.close()
})

test.skipIf(process.platform === 'win32')('no write goes through a link that was planted beside it', () => {
  const theirs = path.join(folder, 'theirs.txt')
  for (const ending of ['', '.new', '.owner']) {
    writeFileSync(theirs, 'not ours')
    symlinkSync(theirs, file + ending)
    const vault = open()
    vault.setPassword(anna, 'secret')
    vault.close()
    expect([ending, readFileSync(theirs, 'utf8')]).toEqual([ending, 'not ours'])
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { force: true })
  }
})

test.skipIf(process.platform === 'win32')('a named pipe in its place is set aside, not waited for', () => {
  execFileSync('mkfifo', [file])
  const vault = open()
  vault.setPassword(anna, 'secret')
  vault.close()
  expect(open().password(anna)).toBe('secret')
})

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['a text', Buffer.from('hello, I am no vault at all, whatever the length of this text may be')],
  ['the right head and then nothing', Buffer.concat([Buffer.from('MBVAULT1'), Buffer.alloc(32)])],
  ['noise', Buffer.concat([Buffer.from('MBVAULT1'), Buffer.alloc(200, 7)])],
])('%s in its place is an empty vault, told', (_name, bytes) => {
  writeFileSync(file, bytes)
  const vault = open()
  expect(vault.accounts()).toEqual([])
  expect(told.map(({ data }) => data['reason'])).toEqual(['unreadable'])
  vault.setPassword(anna, 'new')
  vault.close()
  expect(open().password(anna)).toBe('new')
})

test('cut at any byte, every entry before the cut is there and nothing is told', () => {
  const vault = open()
  vault.tokens(anna).save(lane('a', 't1'))
  vault.close()
  const kept = open()
  const tokens = kept.tokens(anna)
  const ends = ['t2', 't3'].map((token) => {
    const before = statSync(file).size
    tokens.save(lane('a', token))
    return before
  })
  kept.close()
  const whole = readFileSync(file)
  const [first = 0, second = 0] = ends
  for (let length = first; length <= whole.length; length++) {
    truncateTo(length)
    const { entries, state } = readJournal(file, key)
    const isWhole = [first, second, whole.length].includes(length)
    const count = length < second ? 1 : length < whole.length ? 2 : 3
    expect([length, entries.length, state]).toEqual([length, count, isWhole ? 'sound' : 'torn'])
  }
  for (const [length, token] of [
    [first, 't1'],
    [second - 1, 't1'],
    [second, 't2'],
    [whole.length - 1, 't2'],
    [whole.length, 't3'],
  ] as const) {
    truncateTo(length)
    const cut = open()
    expect(cut.tokens(anna).load(), `cut at ${length}`).toEqual([lane('a', token)])
    expect(told).toEqual([])
    cut.close()
  }

  function truncateTo(length: number): void {
    writeFileSync(file, whole)
    truncateSync(file, length)
  }
})

test('a flipped bit in the middle keeps what lies before it and is told', () => {
  const vault = open()
  vault.tokens(anna).save(lane('a', 't1'))
  const before = statSync(file).size
  vault.tokens(anna).save(lane('a', 't2'))
  vault.tokens(anna).save(lane('a', 't3'))
  vault.close()
  const bytes = readFileSync(file)
  bytes[before + 20] = (bytes[before + 20] ?? 0) ^ 1
  writeFileSync(file, bytes)
  const damaged = open()
  expect(damaged.tokens(anna).load()).toEqual([lane('a', 't1')])
  expect(told.map(({ data }) => data['reason'])).toEqual(['damaged'])
  damaged.close()
})

test('a second program works from memory and is told who has the vault', () => {
  const first = open()
  first.setPassword(anna, 'secret')
  const second = open()
  expect(second.remembers).toBe(false)
  expect(second.failure?.data['reason']).toBe('in-use')
  second.setPassword(anna, 'other')
  second.close()
  first.close()
  const third = open()
  expect(third.password(anna)).toBe('secret')
  third.close()
})

test('a folder that cannot be made is told, not thrown', () => {
  const blocker = path.join(folder, 'blocked')
  writeFileSync(blocker, '')
  const vault = open({ file: path.join(blocker, 'web.vault') })
  expect(vault.remembers).toBe(false)
  expect(told.map(({ data }) => data['reason'])).toEqual(['disk'])
  vault.setPassword(anna, 'secret')
  expect(vault.password(anna)).toBe('secret')
  vault.close()
})

test('the file stays small however many tokens pass', () => {
  const vault = open()
  const tokens = vault.tokens(anna)
  for (let i = 0; i < 10_000; i++) tokens.save(lane('a', `token-${i}`))
  expect(statSync(file).size).toBeLessThan(1.1 * 1024 * 1024)
  vault.close()
  const again = open()
  expect(again.tokens(anna).load()).toEqual([lane('a', 'token-9999')])
  again.close()
  expect(statSync(file).size).toBeLessThan(2048)
})

test('kill -9 at any moment loses no token that was saved', async () => {
  const script = `
    import { openVault } from ${JSON.stringify(new URL('../../../electron/backend/vault.ts', import.meta.url).href)}
    const vault = openVault({ file: ${JSON.stringify(file)}, key: Buffer.from('${key.toString('hex')}', 'hex'), owner: 'child' })
    const tokens = vault.tokens(${JSON.stringify(anna)})
    const next = (i) => {
      tokens.save({ ...${JSON.stringify(lane('a'))}, token: 'token-' + i })
      process.stdout.write(i + '\\n')
      setImmediate(next, i + 1)
    }
    next(0)`
  // The last lies behind the first time that the file is written anew.
  for (const afterLines of [1, 40, 9000]) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (said.split('\n').length > afterLines) child.kill('SIGKILL')
      })
      child.on('close', () => resolve())
    })
    const lastSaid = Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1))
    const vault = open()
    const [kept] = vault.tokens(anna).load()
    expect(Number(kept?.token.replace('token-', ''))).toBeGreaterThanOrEqual(lastSaid)
    expect(told).toEqual([])
    vault.close()
  }
})

test('the vaults of earlier versions become the one, each opened with its own key; nothing that was remembered is lost', () => {
  const [wrapped, given] = [randomBytes(32), randomBytes(32)]
  const olga = { ...anna, email: 'olga@example.com' }
  const [desktop = '', local = ''] = formerVaultsOf(folder)
  for (const [name, own, of] of [
    [desktop, wrapped, anna],
    [local, given, olga],
  ] as const) {
    const former = openVault({ file: name, key: own, owner: 'before' })
    former.setPassword(of, `of ${of.email}`)
    former.tokens(of).save(lane('a', of.email))
    former.setPassword(anna, `of ${name === desktop ? 'Anna@example.com' : 'a former day'}`)
    former.close()
  }
  // Read beside, before anybody has opened it.
  expect(lookInVault(folder, [given]).accounts()).toHaveLength(2)

  // With one of the keys: the other vault waits.
  const files = formerVaultsOf(folder)
  const first = open({ key: wrapped, former: { files, keys: [] } })
  expect([first.password(anna), first.password(olga), first.failure]).toEqual(['of Anna@example.com', null, null])
  first.close()
  expect([existsSync(desktop), existsSync(local), existsSync(file)]).toEqual([false, true, true])

  const second = open({ key: wrapped, former: { files, keys: [given] } })
  expect([second.password(anna), second.password(olga)]).toEqual(['of Anna@example.com', 'of olga@example.com'])
  expect(second.tokens(olga).load()).toEqual([lane('a', olga.email)])
  second.close()
  expect([existsSync(local), told]).toEqual([false, []])

  const again = open({ key: wrapped, former: { files, keys: [] } })
  expect([again.password(anna), again.password(olga)]).toEqual(['of Anna@example.com', 'of olga@example.com'])
  again.close()
})

test('a former vault that another program has open stays, and a damaged one is kept aside', () => {
  const [desktop = ''] = formerVaultsOf(folder)
  const before = openVault({ file: desktop, key, owner: 'an earlier version' })
  before.setPassword(anna, 'secret')
  const vault = open({ former: { files: [desktop], keys: [] } })
  expect([vault.password(anna), existsSync(desktop)]).toEqual([null, true])
  vault.close()
  before.setPassword({ ...anna, email: 'olga@example.com' }, 'later')
  before.close()
  const bytes = readFileSync(desktop)
  bytes[bytes.length - 60] = (bytes[bytes.length - 60] ?? 0) ^ 1
  writeFileSync(desktop, Buffer.concat([bytes, bytes.subarray(-60)]))
  const again = open({ former: { files: [desktop], keys: [] } })
  expect([again.password(anna), existsSync(desktop), existsSync(`${desktop}.unreadable`)]).toEqual(['secret', false, true])
  again.close()
})

test('a program that ends at once refuses to begin a vault beside a former one that it cannot read', () => {
  const [, local = ''] = formerVaultsOf(folder)
  const former = openVault({ file: local, key, owner: 'before' })
  former.setPassword(anna, 'secret')
  former.close()
  const vault = open({ key: randomBytes(32), former: { files: [local], keys: [] }, leavesUnreadable: true })
  expect([vault.remembers, vault.failure?.data['reason'], existsSync(file)]).toEqual([false, 'unreadable', false])
  vault.close()
})

test('a program that ends at once still reads what another one has open', () => {
  const program = open()
  program.setPassword(anna, 'secret')
  const short = open({ leavesUnreadable: true })
  expect([short.password(anna), short.remembers, short.failure?.data['reason']]).toEqual(['secret', false, 'in-use'])
  short.close()
  program.close()
})
