import { randomUUID } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { temporaryFolder } from '../../book/file/unfinished.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { OpenBundle } from '../../contract/evidence.ts'
import { namePart } from '../../exports/index.ts'
import { lateRecords } from '../../exports/evidence/late.ts'
import { PATHS } from '../../exports/evidence/paths.ts'
import { verifyInThread } from '../../exports/evidence/verify-in-thread.ts'
import type { Verified } from '../../exports/evidence/verify.ts'
import { writeWhole } from '../../exports/file.ts'
import { typedPath } from '../../exports/typed-path.ts'
import { doWork } from '../../works/works.ts'
import { api, type Parts } from '../base.ts'
import { logByHand } from '../report-log.ts'
import { saveFile } from '../save-file.ts'
import { evidenceKeys, knowKey, madeSigningKey, signingKey } from '../evidence-keys.ts'

/** Bundles that prove that their records were not changed since. */
export function evidenceRoutes(parts: Parts) {
  const { desk, host, file: programFile, vault, works } = parts
  /** The bundle that was verified last, for as long as the window may ask for what lies in it. */
  let last: { id: string; verified: Verified; removeAtExit: () => void } | null = null
  const keys = () => evidenceKeys(vault, programFile)

  async function keep(verified: Verified): Promise<OpenBundle> {
    const before = last
    const removeAtExit = () => rmSync(verified.folder, { recursive: true, force: true })
    process.once('exit', removeAtExit)
    const id = randomUUID()
    last = { id, verified, removeAtExit }
    if (before) {
      process.off('exit', before.removeAtExit)
      await before.verified.close()
    }
    return { ...verified.verification, id }
  }

  /** The open bundle with this id. @throws BUNDLE_CLOSED where another one lies open, or none. */
  function opened(id: string): Verified {
    if (last?.id !== id) throw new MeterbookError('BUNDLE_CLOSED')
    return last.verified
  }

  /** @throws NOT_A_BUNDLE where it has no such file; BUNDLE_CLOSED. */
  function fileIn(id: string, name: string): string {
    const file = opened(id).fileOf(name)
    if (!file) throw new MeterbookError('NOT_A_BUNDLE')
    return file
  }

  async function verify(name: string, file: string, outer: AbortSignal | undefined): Promise<OpenBundle> {
    const options = { version: host.version, keys: keys() }
    const verified = await works.run({ kind: 'verify', title: name, outer }, ({ signal, tell }) =>
      verifyInThread(file, { ...options, signal, onProgress: tell }),
    )
    const verification = await keep(verified)
    return { ...verification, file: name }
  }

  return {
    save: api.evidence.save.handler(async ({ input: { sign, stationIds, ...request }, signal: outer }) => {
      const book = desk.book()
      const key = sign ? signingKey(vault) : null
      if (sign && key === null) throw new MeterbookError('NO_SIGNING_KEY')
      const nowMs = desk.nowMs()
      const span = [request.from, request.to].filter((day) => day !== undefined).join('_')
      const name = `${namePart(['evidence', request.form, span].filter(Boolean).join(' '), 200)}.zip`
      const asked = { ...request, stationIds: stationIds ?? book.stations.ids() }
      const { dataFolder, version } = host
      const saved = await saveFile(parts, { kind: 'evidence', name, outer }, (out, at) =>
        doWork(book, 'evidence', { request: asked, file: out, options: { dataFolder, version, nowMs, key } }, at),
      )
      if (!saved) return null
      logByHand(desk, book, asked, saved.done, saved.result.hash)
      return saved.done
    }),
    verify: api.evidence.verify.handler(async ({ input, signal }) => {
      if ('file' in input) return verify(input.file, typedPath(input.file), signal)
      const folder = temporaryFolder('bundle')
      try {
        const file = path.join(folder, 'bundle.zip')
        await writeFile(file, input.blob.stream(), { mode: 0o600 })
        return await verify(input.name, file, signal)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    }),
    late: api.evidence.late.handler(({ input, signal }) => lateRecords(opened(input.id), desk.book(), signal)),
    pdf: api.evidence.pdf.handler(async ({ input }) => ({
      pdf: new Blob([await readFile(fileIn(input.id, PATHS.pdf))], { type: 'application/pdf' }),
    })),
    saveBook: api.evidence.saveBook.handler(async ({ input, signal: outer }) => {
      const from = fileIn(input.id, PATHS.book)
      const saved = await saveFile(parts, { kind: 'evidence', name: 'evidence.meterbook', outer }, async (out, at) => ({
        bytes: await writeWhole(out, createReadStream(from), at.signal, { isOwn: true }),
      }))
      return saved?.done ?? null
    }),
    keys: api.evidence.keys.handler(keys),
    makeKey: api.evidence.makeKey.handler(() => {
      madeSigningKey(vault)
      return keys()
    }),
    know: api.evidence.know.handler(({ input: { publicKey, name } }) => {
      knowKey(programFile, publicKey, name)
      return keys()
    }),
  }
}
