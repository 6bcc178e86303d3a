import { Readable } from 'node:stream'
import { stationIn } from '../../analysis/answers/directory.ts'
import { sharedGround } from '../../analysis/station/load/ground.ts'
import { writeWhole } from '../../exports/file.ts'
import { namePart } from '../../exports/index.ts'
import { bring, lookAt } from '../../imports/in-thread.ts'
import { api, type Parts } from '../base.ts'
import { saveFile } from '../save-file.ts'
import { usualClock } from '../usual-clock.ts'

/** Its reader of YAML is loaded by who needs it. */
const mapText = () => import('../../imports/map-yaml.ts')

/** Files by cable. They are read in a thread of their own; what is brought in is judged as what is downloaded is. */
export function importRoutes(parts: Parts) {
  const { desk, works } = parts

  interface About {
    stationId: number
    equipmentTypeId: number | null
    name: string
    blob: Blob
  }
  async function questionOf({ blob, stationId, equipmentTypeId, name }: About) {
    const book = desk.book()
    stationIn(book, stationId)
    const timeZone = sharedGround(book, usualClock(parts)).gasOf(stationId).zone
    return { stationId, equipmentTypeId, name, bytes: new Uint8Array(await blob.arrayBuffer()), timeZone, nowMs: desk.nowMs() }
  }

  return {
    open: api.imports.open.handler(async ({ input, signal }) => lookAt(desk.book(), await questionOf(input), { signal })),
    compare: api.imports.compare.handler(async ({ input: { map, ...about }, signal }) => {
      const question = await questionOf(about)
      return bring(desk.book(), { ...question, map, author: '', isDryRun: true }, { signal })
    }),
    run: api.imports.run.handler(async ({ input: { map, author, ...about }, signal: outer }) => {
      desk.writableBook()
      const question = await questionOf(about)
      const outcome = await works.run({ kind: 'import', title: about.name, outer }, (at) =>
        desk.alone((book) => bring(book, { ...question, map, author, isDryRun: false }, at)),
      )
      changed()
      return outcome
    }),
    files: api.imports.files.handler(({ input }) => desk.book().imports.files([input.stationId])),
    remove: api.imports.remove.handler(async ({ input }) => {
      desk.writableBook()
      const records = await desk.alone(async (book) => book.imports.remove(input.id))
      changed()
      return { records }
    }),
    keepMap: api.imports.keepMap.handler(({ input: { map, ...about } }) => {
      desk.writableBook().imports.keepMap({ ...about, map: JSON.stringify(map) })
      return null
    }),
    forgetMap: api.imports.forgetMap.handler(({ input: { equipmentTypeId, name } }) => {
      desk.writableBook().imports.forgetMap(equipmentTypeId, name)
      return null
    }),
    saveMap: api.imports.saveMap.handler(async ({ input: { map, name }, signal: outer }) => {
      const { formatMap } = await mapText()
      const saved = await saveFile(parts, { kind: 'export', name: `${namePart(name, 200)}.map.yaml`, outer }, async (out, { signal }) => ({
        bytes: await writeWhole(out, Readable.from([Buffer.from(formatMap(map))]), signal, { isPlain: true }),
      }))
      return saved?.done ?? null
    }),
    mapOfText: api.imports.mapOfText.handler(async ({ input }) => ({ map: (await mapText()).parseMap(input.text) })),
  }

  function changed(): void {
    desk.changes.publish({ topic: 'stations', stationId: null })
  }
}
