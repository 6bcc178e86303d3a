import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Host, ReadyUpdate } from '../../../../electron/backend/host.ts'
import { readLog } from '../../../../electron/backend/logged/read-log.ts'
import { programFileIn } from '../../../../electron/backend/program-file.ts'
import { openProgramLog } from '../../../../electron/backend/program-log.ts'
import { MANIFEST, manifestText, SIGNATURE_ENDING } from '../../../../electron/backend/updates/manifest.ts'
import type { Release } from '../../../../electron/backend/updates/release.ts'
import { createUpdates, wayOf } from '../../../../electron/backend/updates/updates.ts'
import { createWorks } from '../../../../electron/backend/works.ts'
import { zipOf } from '../../../../electron/exports/evidence/zip-write.ts'
import {
  folderOf,
  manifest,
  NAME,
  NEXT,
  NOW_MS,
  PACKAGE,
  programAt,
  release,
  releaseFacts,
  sealedPackage,
  serveReleases,
  signedBy,
  STRANGER,
  type Files,
} from '../../../support/releases.ts'

interface Wishes {
  served?: Parameters<typeof serveReleases>[0]
  kind?: Host['kind']
  facts?: Partial<Release> & { version?: string }
}

/** A program on a real place of releases, its windows' side. */
async function started({ served = release(), kind = 'desktop', facts = {} }: Wishes = {}) {
  const server = await serveReleases(served)
  onTestFinished(server.close)
  const program = programAt(server.address, facts)
  onTestFinished(program.remove)
  const { version = '0.2.0', ...changes } = facts
  const installed: ReadyUpdate[] = []
  const saves = path.join(program.dataFolder, 'saved')
  const programLog = openProgramLog({ dataFolder: program.dataFolder, who: kind })
  const works = createWorks(Date.now, programLog)
  const clock = { nowMs: NOW_MS }
  const lines: string[] = []
  const savesAsked: string[] = []
  const updates = createUpdates({
    host: {
      kind,
      version,
      release: releaseFacts(server.address, changes),
      saveAs(name) {
        savesAsked.push(name)
        return Promise.resolve({ file: `${saves}-${name}`, href: kind === 'web' ? '/files/1' : null })
      },
      chooseUpdate: () => Promise.resolve(null),
      installUpdate: (update) => Promise.resolve(void installed.push(update)),
    },
    file: program.file,
    works,
    offers: program.offers,
    programLog: {
      file: programLog.file,
      write(level, what, facts) {
        lines.push(what)
        programLog.write(level, what, facts)
      },
    },
    nowMs: () => clock.nowMs,
    tell: () => undefined,
  })
  const folder = path.join(program.dataFolder, 'updates')
  /** The lines as they are read, each without its time and the like. */
  const logged = () => readLog(program.dataFolder).map(({ level, what, facts: { ms: _, ...facts } }) => ({ level, what, ...facts }))
  return { ...program, server, updates, installed, works, clock, lines, logged, folder, saves, savesAsked }
}

describe('a check', () => {
  test('finds what is newer, and fetches nothing but the manifest and its signature', async () => {
    const { updates, server, folder, lines } = await started()
    const state = await updates.check({ asked: true })
    expect(state).toMatchObject({
      version: '0.2.0',
      way: 'itself',
      off: null,
      checkedAtMs: NOW_MS,
      failure: null,
      checking: false,
      ready: false,
      offer: { version: '0.3.0', date: '2026-11-30', channel: 'stable', file: { name: NAME, bytes: PACKAGE.length } },
    })
    expect(state.offer?.notes['ru']).toBe('Обновления, которые спрашивают.')
    expect(state.offer?.file?.address).toBe(`${server.address}${NAME}`)
    expect(server.asked).toEqual(['/releases/meterbook-update.json', '/releases/meterbook-update.json.sig'])
    expect(readdirSync(folder).toSorted()).toEqual(['meterbook-update.json', 'meterbook-update.json.sig'])
    expect(lines).toEqual(['update-checked'])
  })

  test('is remembered over a restart, and examined anew', async () => {
    const { updates, file, dataFolder } = await started()
    await updates.check({ asked: true })
    expect(programFileIn(dataFolder).updates()).toEqual({ checkedAtMs: NOW_MS, failure: null, seen: { stable: '0.3.0' } })
    expect(updates.state().offer?.version).toBe('0.3.0')
    file.setUpdates({ seen: { stable: '0.3.1' } })
    expect(updates.state().offer).toBeNull()
  })

  test('finds nothing in the version that runs, and forgets what it offered', async () => {
    const { updates, folder } = await started({ facts: { version: '0.3.0' } })
    const state = await updates.check({ asked: true })
    expect(state.offer).toBeNull()
    expect(state.failure).toBeNull()
    expect(readdirSync(folder)).toEqual([])
  })

  test('takes a release signed with the next key', async () => {
    const text = manifestText(manifest())
    const { updates } = await started({ served: release(text, signedBy(text, NEXT)) })
    expect((await updates.check({ asked: true })).offer?.version).toBe('0.3.0')
  })

  test('asks nothing where it is switched off, or no key is known', async () => {
    const off = await started()
    off.file.setPreferences({ updates: false })
    expect((await off.updates.check({ asked: false })).off).toBe('switched-off')
    await expect(off.updates.check({ asked: true })).rejects.toMatchObject({ code: 'UPDATES_OFF', data: { reason: 'switched-off' } })
    const keyless = await started({ facts: { keys: [] } })
    expect((await keyless.updates.check({ asked: false })).off).toBe('no-key')
    await expect(keyless.updates.check({ asked: true })).rejects.toMatchObject({ code: 'UPDATES_OFF', data: { reason: 'no-key' } })
    expect([...off.server.asked, ...keyless.server.asked]).toEqual([])
  })

  test('unasked is made once a day, and again when the clock was put back', async () => {
    const { updates, server, clock } = await started()
    await updates.check({ asked: false })
    clock.nowMs += 23 * 3600_000
    await updates.check({ asked: false })
    expect(server.asked).toHaveLength(2)
    clock.nowMs += 2 * 3600_000
    await updates.check({ asked: false })
    expect(server.asked).toHaveLength(4)
    clock.nowMs -= 1000 * 3600_000
    await updates.check({ asked: false })
    expect(server.asked).toHaveLength(6)
  })

  test('unasked fails in silence, asked with a failure; what was offered before stays', async () => {
    const files: Files = { ...release() }
    const { updates, clock, lines } = await started({ served: files })
    await updates.check({ asked: true })
    delete files[MANIFEST.stable]
    clock.nowMs += 48 * 3600_000
    const state = await updates.check({ asked: false })
    expect(state.failure).toMatchObject({ code: 'UPDATE_UNAVAILABLE', data: { reason: 'status', detail: '404' } })
    expect(state.offer?.version).toBe('0.3.0')
    await expect(updates.check({ asked: true })).rejects.toMatchObject({ code: 'UPDATE_UNAVAILABLE' })
    expect(lines).toEqual(['update-checked', 'update-check-failed', 'update-check-failed'])
  })

  test('of two windows is one', async () => {
    const { updates, server } = await started()
    await Promise.all([updates.check({ asked: true }), updates.check({ asked: true })])
    expect(server.asked).toHaveLength(2)
  })
})

describe('channels', () => {
  const beta = (version: string, channel: 'beta' | 'stable'): Files => {
    const text = manifestText(manifest({ version, channel, packages: [{ ...sealedPackage, name: NAME }] }))
    return { ...release(), [MANIFEST.beta]: text, [`${MANIFEST.beta}${SIGNATURE_ENDING}`]: signedBy(text) }
  }

  test('who wants early versions gets them, and what is out for all', async () => {
    const early = await started({ served: beta('0.4.0-beta.2', 'beta') })
    early.file.setPreferences({ earlyVersions: true })
    expect((await early.updates.check({ asked: true })).offer?.version).toBe('0.4.0-beta.2')
    const out = await started({ served: beta('0.4.0', 'stable'), facts: { version: '0.4.0-beta.2' } })
    out.file.setPreferences({ earlyVersions: true })
    expect((await out.updates.check({ asked: true })).offer?.version).toBe('0.4.0')
  })

  test('who goes back keeps what they have, and what is offered is never older', async () => {
    const { updates, file, server } = await started({ served: beta('0.4.0-beta.2', 'beta'), facts: { version: '0.4.0-beta.1' } })
    file.setPreferences({ earlyVersions: true })
    await updates.check({ asked: true })
    file.setPreferences({ earlyVersions: false })
    expect(updates.state().offer).toBeNull()
    const state = await updates.check({ asked: true })
    expect(state).toMatchObject({ offer: null, failure: null })
    expect(server.asked.at(-1)).toBe('/releases/meterbook-update.json.sig')
    expect(file.updates().seen).toEqual({ beta: '0.4.0-beta.2', stable: '0.3.0' })
  })
})

describe('after a yes', () => {
  test('the package is fetched once, lies there for its user alone, and is handed on verified', async () => {
    const { updates, server, folder, installed, works, lines } = await started()
    await updates.check({ asked: true })
    const seen: string[] = []
    const stop = new AbortController()
    const watching = (async () => {
      for await (const list of works.listen(stop.signal)) for (const { kind, title } of list) seen.push(`${kind} ${title}`)
    })().catch(() => undefined)
    await Promise.all([updates.download('0.3.0'), updates.download('0.3.0')])
    stop.abort()
    await watching
    expect(new Set(seen)).toEqual(new Set([`update ${NAME}`]))
    expect(server.asked.filter((address) => address.endsWith(NAME))).toHaveLength(1)
    expect(readFileSync(path.join(folder, NAME)).equals(PACKAGE)).toBe(true)
    if (process.platform !== 'win32') {
      expect(statSync(folder).mode & 0o777).toBe(0o700)
      expect(statSync(path.join(folder, NAME)).mode & 0o777).toBe(0o600)
    }
    expect(updates.state().ready).toBe(true)
    expect(installed).toEqual([])
    await updates.install('0.3.0')
    const { name, bytes, sha512 } = sealedPackage
    expect(installed).toEqual([{ version: '0.3.0', file: path.join(folder, NAME), name, bytes, sha512 }])
    expect(lines).toEqual(['update-checked', 'update-fetched', 'update-fetched', 'update-installing'])
  })

  test('a download that is ended leaves nothing', async () => {
    const files = release()
    const { updates, works, folder } = await started({
      served(request, response) {
        const name = decodeURIComponent(request.url ?? '').slice('/releases/'.length)
        // The first half, and then nothing until the client has enough of it.
        if (name === NAME) response.write(PACKAGE.subarray(0, 1000))
        else response.end(files[name])
      },
    })
    await updates.check({ asked: true })
    const download = updates.download('0.3.0')
    for await (const list of works.listen()) {
      const [work] = list
      if (!work) continue
      works.cancel(work.id)
      break
    }
    await expect(download).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(readdirSync(folder).toSorted()).toEqual(['meterbook-update.json', 'meterbook-update.json.sig'])
    expect(updates.state().ready).toBe(false)
  })

  test('where the program cannot replace itself the package is saved where the user says', async () => {
    const deb = { ...sealedPackage, kind: 'deb' as const, name: 'meterbook-0.3.0-linux-x64.deb' }
    const served = { ...release(manifestText(manifest({ packages: [deb] }))), [deb.name]: PACKAGE }
    const { updates, saves, folder, installed } = await started({ served, facts: { installedAs: 'deb' } })
    expect((await updates.check({ asked: true })).way).toBe('by-hand')
    expect(await updates.download('0.3.0')).toEqual({ file: `${saves}-${deb.name}`, href: null, bytes: PACKAGE.length })
    expect(readFileSync(`${saves}-${deb.name}`).equals(PACKAGE)).toBe(true)
    expect(existsSync(path.join(folder, deb.name))).toBe(false)
    await expect(updates.install('0.3.0')).rejects.toMatchObject({ code: 'NO_SUCH_UPDATE' })
    expect(installed).toEqual([])
  })

  test('a browser fetches it once, by an address of this program', async () => {
    const { updates } = await started({ kind: 'web' })
    expect((await updates.check({ asked: true })).way).toBe('by-hand')
    expect(await updates.download('0.3.0')).toEqual({ file: NAME, href: '/files/1', bytes: PACKAGE.length })
  })

  test('a repository is told of the version, and given no package', async () => {
    const { updates } = await started({ facts: { installedAs: 'source' } })
    expect(await updates.check({ asked: true })).toMatchObject({ way: 'none', offer: { version: '0.3.0', file: null } })
    await expect(updates.download('0.3.0')).rejects.toMatchObject({ code: 'NO_SUCH_UPDATE' })
  })
})

describe('switched off', () => {
  /** What an earlier check has found, and then the preference. */
  async function offAfterwards(wishes: Wishes = {}) {
    const program = await started(wishes)
    await program.updates.check({ asked: true })
    program.file.setPreferences({ updates: false })
    program.server.asked.length = 0
    return program
  }
  const switchedOff = { code: 'UPDATES_OFF', data: { reason: 'switched-off' } }

  test('what was found before is not downloaded: no request is made, and nobody is asked where it goes', async () => {
    const itself = await offAfterwards()
    await expect(itself.updates.download('0.3.0')).rejects.toMatchObject(switchedOff)
    const byHand = await offAfterwards({ kind: 'web' })
    await expect(byHand.updates.download('0.3.0')).rejects.toMatchObject(switchedOff)
    expect([...itself.server.asked, ...byHand.server.asked, ...byHand.savesAsked]).toEqual([])
    expect(itself.updates.state()).toMatchObject({ off: 'switched-off', ready: false })
  })

  test('no way leads around it: the package itself is not asked for', async () => {
    const { offers, server, folder } = await offAfterwards()
    const file = offers.kept()?.file
    if (!file) throw new Error('no package')
    await expect(offers.fetch(file, offers.place(file))).rejects.toMatchObject(switchedOff)
    expect(server.asked).toEqual([])
    expect(existsSync(path.join(folder, NAME))).toBe(false)
  })

  test('a package that is here already is installed, or given to the user', async () => {
    const itself = await started()
    await itself.updates.check({ asked: true })
    await itself.updates.download('0.3.0')
    itself.file.setPreferences({ updates: false })
    expect(await itself.updates.download('0.3.0')).toBeNull()
    await itself.updates.install('0.3.0')
    expect(itself.installed).toHaveLength(1)

    const byHand = await started({ kind: 'web' })
    byHand.file.setPreferences({ updates: false })
    expect(await byHand.updates.fromFile(folderOf(release(), byHand.dataFolder))).toMatchObject({ ready: true, off: 'switched-off' })
    expect(await byHand.updates.download('0.3.0')).toMatchObject({ file: NAME, bytes: PACKAGE.length })
    expect(byHand.server.asked).toEqual([])
  })
})

describe('why something was refused is in the log', () => {
  test('of a check: the fault of the signature, the silence of the place', async () => {
    const files: Files = { ...release(undefined, signedBy(manifestText(manifest()), STRANGER)) }
    const { updates, logged } = await started({ served: files })
    await expect(updates.check({ asked: true })).rejects.toMatchObject({ code: 'UPDATE_REFUSED' })
    delete files[MANIFEST.stable]
    await expect(updates.check({ asked: true })).rejects.toMatchObject({ code: 'UPDATE_UNAVAILABLE' })
    expect(logged()).toEqual([
      { level: 'warn', what: 'update-check-failed', code: 'UPDATE_UNAVAILABLE', reason: 'status' },
      { level: 'warn', what: 'update-check-failed', code: 'UPDATE_REFUSED', reason: 'other-key' },
    ])
  })

  test('of a package, of a file that somebody brought, and of one that was changed afterwards', async () => {
    const files: Files = { ...release(), [NAME]: Buffer.alloc(PACKAGE.length, 'x') }
    const { updates, logged, dataFolder, folder } = await started({ served: files })
    await updates.check({ asked: true })
    await expect(updates.download('0.3.0')).rejects.toMatchObject({ code: 'UPDATE_REFUSED' })
    await expect(updates.fromFile(folderOf({ 'readme.txt': 'hello' }, dataFolder))).rejects.toMatchObject({ code: 'UPDATE_REFUSED' })
    files[NAME] = PACKAGE
    await updates.download('0.3.0')
    writeFileSync(path.join(folder, NAME), Buffer.alloc(PACKAGE.length, 'x'))
    await expect(updates.install('0.3.0')).rejects.toMatchObject({ code: 'UPDATE_REFUSED' })
    const refusedWork = { level: 'warn', what: 'work-ended', kind: 'update', outcome: 'failed', code: 'UPDATE_REFUSED' }
    expect(logged().filter(({ level }) => level !== 'info')).toEqual([
      { level: 'error', what: 'update-changed-on-disk', version: '0.3.0', code: 'UPDATE_REFUSED', reason: 'digest' },
      { ...refusedWork, reason: 'nothing-inside' },
      { ...refusedWork, reason: 'digest' },
    ])
  })
})

describe('from a file', () => {
  test.each(['folder', 'ZIP', 'ZIP of a folder'])('a %s is taken without any network, and is ready', async (form) => {
    const { updates, dataFolder, server, folder, installed, saves } = await started()
    let from = folderOf(release(), dataFolder)
    if (form !== 'folder') {
      from = `${saves}.zip`
      const within = form === 'ZIP' ? '' : 'meterbook-0.3.0/'
      const members = Object.entries(release()).map(([name, bytes]) => ({ path: `${within}${name}`, content: () => [Buffer.from(bytes)] }))
      const chunks = await zipOf(members, NOW_MS).toArray()
      writeFileSync(from, Buffer.concat(chunks))
    }
    const state = await updates.fromFile(from)
    expect(state).toMatchObject({ ready: true, offer: { version: '0.3.0' } })
    expect(server.asked).toEqual([])
    expect(readdirSync(folder).toSorted()).toEqual([NAME, 'meterbook-update.json', 'meterbook-update.json.sig'].toSorted())
    await updates.install('0.3.0')
    expect(installed.map(({ version }) => version)).toEqual(['0.3.0'])
  })

  test('it works where looking for versions is switched off; the running version is no news', async () => {
    const { updates, file, dataFolder, folder } = await started({ facts: { version: '0.3.0' } })
    file.setPreferences({ updates: false })
    expect(await updates.fromFile(folderOf(release(), dataFolder))).toMatchObject({ offer: null, ready: false, off: 'switched-off' })
    expect(readdirSync(folder)).toEqual([])
  })

  test('a user who chooses none changes nothing', async () => {
    expect(await (await started()).updates.fromFile(null)).toBeNull()
  })

  test('what is inside is told without comparing it with this program', async () => {
    const { offers, dataFolder, folder } = await started({ facts: { version: '9.0.0', platform: 'win32', installedAs: 'nsis' } })
    const { manifest: found, files } = await offers.inspect(folderOf(release(), dataFolder))
    expect(found.version).toBe('0.3.0')
    expect(files).toEqual([{ name: NAME, bytes: PACKAGE.length, found: true }])
    expect(readdirSync(folder)).toEqual([])
  })
})

test('a package for both processors is one for each', async () => {
  const dmg = {
    ...sealedPackage,
    platform: 'darwin' as const,
    arch: 'universal' as const,
    kind: 'dmg' as const,
    name: 'meterbook-0.3.0-mac-universal.dmg',
  }
  const served = release(manifestText(manifest({ packages: [dmg] })))
  const { updates } = await started({ served, facts: { platform: 'darwin', arch: 'arm64', installedAs: 'dmg' } })
  expect(await updates.check({ asked: true })).toMatchObject({ way: 'by-hand', offer: { file: { name: dmg.name } } })
})

test('what each installation can do', () => {
  expect(wayOf('desktop', 'nsis')).toBe('itself')
  expect(wayOf('desktop', 'appimage')).toBe('itself')
  for (const installedAs of ['portable', 'deb', 'dmg'] as const) expect(wayOf('desktop', installedAs)).toBe('by-hand')
  expect(wayOf('web', 'appimage')).toBe('by-hand')
  for (const installedAs of ['source', 'folder'] as const) expect(wayOf('desktop', installedAs)).toBe('none')
})
