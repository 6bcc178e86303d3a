import { appendFileSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { UPDATE_FAULTS, UPDATE_SILENCES } from '../../../../electron/contract/update-words.ts'
import { createUpdates } from '../../../../electron/backend/updates/updates.ts'
import { createWorks } from '../../../../electron/backend/works.ts'
import { failureFacts } from '../../../../electron/backend/logged/error-facts.ts'
import { safeFacts } from '../../../../electron/backend/logged/safe-facts.ts'
import { failureOf } from '../../../../electron/cli/failure.ts'
import { sentenceOf } from '../../../../electron/cli/sentences.ts'
import type { ReadyUpdate } from '../../../../electron/backend/host.ts'
import { BAD_CLAIMS, BAD_PACKAGES, packageFile, signatureFile, strangersCertificate } from '../../../support/bad-releases.ts'
import {
  digestOf,
  folderOf,
  manifest,
  NAME,
  NOW_MS,
  PACKAGE,
  programAt,
  release,
  releaseFacts,
  serveReleases,
  signedBy,
  STRANGER,
  type Files,
  type ReleaseServer,
  type TestedProgram,
} from '../../../support/releases.ts'
import { zipBytes } from '../../../support/zip-bytes.ts'

/**
 * What a place of releases, somebody on the way, or a stick may bring that is not to be trusted: each against a real server,
 * each refused with a sentence. `UPDATE_TABLE=FILE` writes them down.
 */

/** There a link needs rights that tests do not have. */
const isWindows = process.platform === 'win32'

/** Reasons that a case has met. */
const met = new Set<string>()

/** What a person reads. The facts of the failure are named in it. */
async function refusal(work: () => Promise<unknown>, what: string): Promise<{ code: string; reason: unknown; sentence: string }> {
  const thrown: unknown = await work().then(
    () => null,
    (error: unknown) => error,
  )
  expect(thrown, 'it was taken').not.toBeNull()
  const failure = failureOf(thrown)
  const sentence = sentenceOf(failure)
  const { code, data } = failure
  met.add(String(data['reason']))
  // And what whoever helps reads of it in the log.
  expect(safeFacts(failureFacts(thrown))).toEqual({ code, ...('reason' in data && { reason: data['reason'] }) })
  if (process.env['UPDATE_TABLE']) appendFileSync(process.env['UPDATE_TABLE'], `${what}\t${sentence}\n`)
  return { code, reason: data['reason'], sentence }
}

/** The end of each sentence: what was kept. */
const NOTHING = /Nothing was (installed, and this program is as it was|changed)\./

async function server(served: Parameters<typeof serveReleases>[0]): Promise<ReleaseServer> {
  const one = await serveReleases(served)
  onTestFinished(one.close)
  return one
}
function program(...args: Parameters<typeof programAt>): TestedProgram {
  const one = programAt(...args)
  onTestFinished(one.remove)
  return one
}
const waiting = ({ dataFolder }: TestedProgram): string[] => readdirSync(path.join(dataFolder, 'updates'))

describe('a manifest is refused before any package is asked for', () => {
  test.each(BAD_CLAIMS)('$what: $says', async ({ what, says, served, limits, program: facts, before }) => {
    const place = await server(served)
    const tested = program(place.address, { ...facts, ...(limits && { limits }) })
    before?.(tested)
    const seenBefore = tested.file.updates().seen
    const { code, reason, sentence } = await refusal(() => tested.offers.ask(), what)
    expect({ code: code.replace(/_(REFUSED|UNAVAILABLE)$/, ''), reason }).toEqual({ code: 'UPDATE', reason: says })
    expect(sentence).toMatch(NOTHING)
    expect(place.asked.filter((address) => !address.includes('meterbook-update'))).toEqual([])
    expect(tested.offers.kept()).toBeNull()
    expect(tested.file.updates().seen).toEqual(seenBefore)
    expect(readdirSync(tested.dataFolder).includes('updates') ? waiting(tested) : []).toEqual([])
  })

  test('a certificate that nobody trusts', async () => {
    const asked: (string | undefined)[] = []
    const place = createServer(strangersCertificate(), (request, response) => {
      asked.push(request.url)
      response.end()
    })
    await new Promise<void>((resolve) => place.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void place.close())
    const tested = program(`https://127.0.0.1:${(place.address() as AddressInfo).port}/`)
    const { reason, sentence } = await refusal(() => tested.offers.ask(), 'a certificate that nobody trusts')
    expect(reason).toBe('tls')
    expect(sentence).toMatch(NOTHING)
    expect(asked).toEqual([])
  })

  test.each(['http://releases.example.org/', 'ftp://releases.example.org/', 'https://user:secret@releases.example.org/'])(
    'the address %s',
    async (feed) => {
      const { reason, sentence } = await refusal(() => program(feed).offers.ask(), `the address ${new URL(feed).protocol}`)
      expect(reason).toBe('insecure')
      expect(sentence).not.toContain('secret')
    },
  )

  test('a proxy that lets nothing through', async () => {
    const proxy = createHttpServer()
    proxy.on('connect', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void proxy.close())
    const tested = program('https://releases.example.invalid/', { proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
    const { reason, sentence } = await refusal(() => tested.offers.ask(), 'a proxy that lets nothing through')
    expect(reason).toBe('proxy')
    expect(sentence).toMatch(NOTHING)
  })

  test('nobody listens', async () => {
    const place = await serveReleases({})
    await place.close()
    expect((await refusal(() => program(place.address).offers.ask(), 'nobody listens')).reason).toBe('unreachable')
  })
})

describe('a package is refused, and nothing of it stays', () => {
  test.each(BAD_PACKAGES)('$what: $says', async ({ what, says, answer, limits }) => {
    const files = release()
    const place = await server((request, response) => {
      const name = decodeURIComponent(request.url ?? '').slice('/releases/'.length)
      if (name === NAME) answer(request, response)
      else response.end(files[name])
    })
    const tested = program(place.address, limits && { limits })
    const { file } = await tested.offers.ask()
    if (!file) throw new Error('no package')
    const { reason, sentence } = await refusal(() => tested.offers.fetch(file, tested.offers.place(file)), `package: ${what}`)
    expect(reason).toBe(says)
    expect(sentence).toMatch(NOTHING)
    expect(waiting(tested)).not.toContain(NAME)
    expect(waiting(tested).filter((name) => name.startsWith('.'))).toEqual([])
  })
})

/** A desktop that would install what it is given. */
async function desktop(): Promise<{
  tested: TestedProgram
  installed: ReadyUpdate[]
  updates: ReturnType<typeof createUpdates>
  place: string
}> {
  const tested = program((await server(release())).address)
  const installed: ReadyUpdate[] = []
  const updates = createUpdates({
    host: {
      kind: 'desktop',
      version: '0.2.0',
      release: releaseFacts(tested.offers.feed),
      saveAs: () => Promise.resolve(null),
      chooseUpdate: () => Promise.resolve(null),
      installUpdate: (update) => Promise.resolve(void installed.push(update)),
    },
    file: tested.file,
    works: createWorks(Date.now),
    offers: tested.offers,
    programLog: { file: '', write: () => undefined },
    nowMs: () => NOW_MS,
    tell: () => undefined,
  })
  await updates.check({ asked: true })
  await updates.download('0.3.0')
  return { tested, installed, updates, place: path.join(tested.dataFolder, 'updates', NAME) }
}

describe('between the download and the installation', () => {
  const other = Buffer.alloc(PACKAGE.length, 'x')
  async function refusedAfter(what: string, change: (place: string) => void): Promise<unknown> {
    const { tested, installed, updates, place } = await desktop()
    expect(updates.state().ready).toBe(true)
    change(place)
    const { reason, sentence } = await refusal(() => updates.install('0.3.0'), what)
    expect(sentence).toMatch(NOTHING)
    expect(installed).toEqual([])
    expect(waiting(tested)).not.toContain(NAME)
    return reason
  }

  test('the package is changed', async () => {
    expect(await refusedAfter('the package is changed', (place) => writeFileSync(place, other))).toBe('digest')
  })

  test.skipIf(isWindows)('the package is exchanged for a link, to itself even', async () => {
    const reason = await refusedAfter('the package is exchanged for a link', (place) => {
      renameSync(place, `${place}.real`)
      symlinkSync(`${place}.real`, place)
    })
    expect(reason).toBe('not-a-file')
  })

  test('the package grows, or is taken away: there is nothing to install', async () => {
    const { installed, updates, place } = await desktop()
    appendFileSync(place, 'x')
    expect((await refusal(() => updates.install('0.3.0'), 'the package grows')).code).toBe('NO_SUCH_UPDATE')
    expect(updates.state().ready).toBe(false)
    expect(installed).toEqual([])
  })

  test('the manifest that is kept is changed: the offer is gone', async () => {
    const { tested, installed, updates } = await desktop()
    const kept = path.join(tested.dataFolder, 'updates', 'meterbook-update.json')
    writeFileSync(kept, JSON.stringify(manifest({ packages: [{ ...manifest().packages[0], sha512: digestOf(other) } as never] })))
    expect(updates.state().offer).toBeNull()
    expect((await refusal(() => updates.install('0.3.0'), 'the kept manifest is changed')).code).toBe('NO_SUCH_UPDATE')
    expect(installed).toEqual([])
  })

  test('another version than was offered is asked for', async () => {
    const { updates } = await desktop()
    expect((await refusal(() => updates.download('9.9.9'), 'another version is asked for')).code).toBe('NO_SUCH_UPDATE')
  })
})

describe('a release that somebody brought', () => {
  const zip = (files: Files): Buffer => zipBytes(Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) })))
  const without = (...names: string[]): Files => Object.fromEntries(Object.entries(release()).filter(([name]) => !names.includes(name)))
  const changed = { ...release(), [NAME]: Buffer.alloc(PACKAGE.length, 'x') }
  const stranger = release(undefined, signedBy('', STRANGER))

  test.each<[string, string, Files | Buffer]>([
    ['a folder without a release', 'nothing-inside', { 'readme.txt': 'hello' }],
    ['a folder without the signature', 'nothing-inside', without(signatureFile)],
    ['a folder without the package', 'package-missing', without(packageFile)],
    ['a folder with another package', 'digest', changed],
    ['a folder with a cut package', 'size', { ...release(), [NAME]: PACKAGE.subarray(0, 99) }],
    ["a folder signed with a stranger's key", 'other-key', stranger],
    ['a file that is no ZIP', 'bad-zip', Buffer.from('no ZIP')],
    ['a ZIP that is cut', 'bad-zip', zip(release()).subarray(0, -40)],
    ['a ZIP with a name that leads out of it', 'bad-zip', zip({ ...release(), '../../evil.AppImage': 'x' })],
    ['a ZIP with an absolute name', 'bad-zip', zip({ ...release(), '/etc/evil': 'x' })],
    ['a ZIP with one name twice', 'bad-zip', zipBytes([...[1, 2].map(() => ({ name: NAME, content: PACKAGE }))])],
    ['a ZIP that unpacks to far more', 'bad-zip', zipBytes([{ name: 'zeros', content: Buffer.alloc(64 * 1024 ** 2), method: 8 }])],
    ['a ZIP with another package', 'digest', zip(changed)],
    ['a ZIP without the package', 'package-missing', zip(without(packageFile))],
    ['a ZIP without a release', 'nothing-inside', zip({ 'readme.txt': 'hello' })],
  ])('%s: %s', async (what, says, brought) => {
    const tested = program('')
    const from = Buffer.isBuffer(brought) ? path.join(tested.dataFolder, 'stick.zip') : folderOf(brought, tested.dataFolder)
    if (Buffer.isBuffer(brought)) writeFileSync(from, brought)
    const { reason, sentence } = await refusal(() => tested.offers.bring(from), what)
    expect(reason).toBe(says)
    expect(sentence).toMatch(NOTHING)
    expect(waiting(tested)).toEqual([])
  })

  test.skipIf(isWindows)('a link in the place of the package', async () => {
    const tested = program('')
    const from = folderOf(without(packageFile), tested.dataFolder)
    writeFileSync(path.join(tested.dataFolder, 'elsewhere'), PACKAGE)
    symlinkSync(path.join(tested.dataFolder, 'elsewhere'), path.join(from, NAME))
    expect((await refusal(() => tested.offers.bring(from), 'a link in the place of the package')).reason).toBe('not-a-file')
    expect(waiting(tested)).toEqual([])
  })

  test('a file that is not there, and an old release', async () => {
    const tested = program('')
    expect((await refusal(() => tested.offers.bring('/nowhere/at-all.zip'), 'a file that is not there')).reason).toBe('nothing-inside')
    tested.file.setUpdates({ seen: { stable: '0.5.0' } })
    const from = folderOf(release(), tested.dataFolder)
    expect((await refusal(() => tested.offers.bring(from), 'an old release, brought')).reason).toBe('replayed')
  })

  test('a build without a key takes nothing', async () => {
    const tested = program('', { keys: [] })
    const { code, reason } = await refusal(() => tested.offers.bring(folderOf(release(), tested.dataFolder)), 'a build without a key')
    expect({ code, reason }).toEqual({ code: 'UPDATES_OFF', reason: 'no-key' })
  })
})

test('every reason that there are words for has a case above', () => {
  const unmet = [...UPDATE_FAULTS, ...UPDATE_SILENCES].filter((reason) => !met.has(reason))
  expect(unmet).toEqual(isWindows ? ['not-a-file'] : [])
})
