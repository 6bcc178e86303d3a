import { createRouterClient } from '@orpc/server'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startBackend } from '../../../electron/backend/start.ts'
import { openBook } from '../../../electron/book/index.ts'
import { FORMS } from '../../../electron/contract/form-words.ts'
import type { SavedReport } from '../../../electron/contract/reports.ts'
import { hostIn } from '../../support/backend.ts'
import { emptyPixels, header, png } from '../../support/pictures.ts'
import { allText, pdfText } from '../../support/pdf-text.ts'
import { testFolder } from '../../support/pull.ts'
import { NOW, station } from '../book/fixtures.ts'

/** Forms and reports as the window asks for them. */

const gas = { timeZone: 'Europe/Moscow', contractHour: 10 }
/** A saved report that is soon made. */
const passport = {
  name: 'Паспорт',
  form: 'passport',
  stationIds: [1],
  language: 'ru',
  ...gas,
  period: 'fixed',
  format: 'pdf',
  files: 'one',
  evidence: false,
  folder: null,
  pattern: '{name}',
} satisfies Omit<SavedReport, 'id'>

/** A true picture of 10,000 × 10,000 pixels, a bit each. */
const large = {
  type: 'image/png' as const,
  base64: png(header(10_000, 10_000, { depth: 1, colour: 0 }), emptyPixels(10_000, 10_000, 1 / 8)).toString('base64'),
}

async function opened() {
  const folder = testFolder()
  const file = folder.file('trip.meterbook')
  const book = openBook(file, { mode: 'write', now: () => NOW })
  book.consumers.put([{ id: 5, name: 'Пекарня', subdivisionTypeName: null, inn: '7701', contactNumber: null }])
  book.stations.put([station({ id: 1 }), station({ id: 2 })], NOW)
  book.close()
  const names: string[] = []
  const backend = await startBackend(
    hostIn(folder.file('data'), {
      kind: 'desktop',
      version: '7.7',
      systemLocale: 'ru',
      systemTimeZone: 'Europe/Moscow',
      saveAs: (name) => {
        names.push(name)
        return Promise.resolve({ file: folder.file(`${names.length}.out`), href: null })
      },
    }),
    { book: file },
  )
  onTestFinished(() => backend.close())
  return { client: createRouterClient(backend.router), names, folder }
}

test('forms are listed, copied, and a broken copy is named with its line', async () => {
  const { client } = await opened()
  expect((await client.forms.list()).map(({ code }) => code)).toEqual([...FORMS])
  const { file } = await client.forms.copy({ code: 'events', name: 'Мой журнал' })
  expect(existsSync(file ?? '')).toBe(true)
  writeFileSync(file ?? '', 'title: A\ndata: events\ncolumns: [wind]\n')
  const own = (await client.forms.list()).at(-1)
  expect(own).toMatchObject({ code: 'Мой журнал', own: true, broken: { line: 3 } })
  expect(own?.broken?.reason.ru).toContain('«wind»')
  const asked = client.forms.preview({ form: 'Мой журнал', stationIds: [1], language: 'en', ...gas })
  await expect(asked).rejects.toMatchObject({ data: { code: 'FORM_BROKEN', data: { line: 3 } } })
})

test('a logo that no page can hold is refused when it is stored, and what was stored stays', async () => {
  const { client } = await opened()
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  const head = await client.reports.letterhead()
  const withLogo = (base64: string, type: 'image/png' | 'image/jpeg' = 'image/png') =>
    client.reports.setLetterhead({ ...head, organisation: 'Газ', logo: { type, base64 } })
  expect(await withLogo(png)).toMatchObject({ organisation: 'Газ', logo: { base64: png } })
  const bytes = Buffer.from(png, 'base64')
  const broken = Buffer.from(bytes).fill(0x55, 41, 50)
  for (const bad of [bytes.subarray(0, 40), Buffer.from('GIF89a'), broken, Buffer.alloc(0)])
    await expect(withLogo(bad.toString('base64'))).rejects.toMatchObject({ data: { code: 'BAD_LOGO' } })
  await expect(withLogo(png, 'image/jpeg')).rejects.toMatchObject({ data: { code: 'BAD_LOGO' } })
  expect(await client.reports.letterhead()).toMatchObject({ logo: { base64: png } })
  const { pages } = await client.forms.preview({ form: 'passport', stationIds: [1], language: 'ru', ...gas })
  expect(pages).toBe(1)
})

test('a logo of 10,000 × 10,000 pixels is refused; one that a book holds already is left out, and it is said', async () => {
  const { client, folder } = await opened()
  const head = { ...(await client.reports.letterhead()), organisation: 'Газ', logo: large }
  await expect(client.reports.setLetterhead(head)).rejects.toMatchObject({
    data: { code: 'BAD_LOGO', data: { reason: 'too-large' } },
  })
  const book = openBook(folder.file('old.meterbook'), { mode: 'write', now: () => NOW })
  book.stations.put([station({ id: 1 })], NOW)
  book.page(() => book.reporting.setLetterhead(head))
  book.close()
  await client.book.open({ file: folder.file('old.meterbook') })
  expect(await client.reports.letterhead()).toMatchObject({ organisation: 'Газ', logo: null, logoFault: 'too-large' })
  const { pdf } = await client.forms.preview({ form: 'passport', stationIds: [1], language: 'ru', ...gas })
  const text = allText(await pdfText(new Uint8Array(await pdf.arrayBuffer())))
  expect(text).toContain('Логотип из книги не напечатан')
  expect(text).toContain('Газ')
})

test('a field of the letterhead is kept by itself: neither a logo that is left out nor a text too long to show goes with it', async () => {
  const { client, folder } = await opened()
  const held = {
    ...(await client.reports.letterhead()),
    address: 'ж'.repeat(1_000_000),
    responsible: { name: 'ж'.repeat(1_000_000), post: 'мастер' },
    logo: large,
  }
  const file = folder.file('old.meterbook')
  const book = openBook(file, { mode: 'write', now: () => NOW })
  book.stations.put([station({ id: 1 })], NOW)
  book.page(() => book.reporting.setLetterhead(held))
  book.close()
  await client.book.open({ file })
  const shown = await client.reports.letterhead()
  expect(shown).toMatchObject({ logo: null, logoFault: 'too-large', responsible: { post: 'мастер' } })
  expect([shown.address.length, shown.responsible.name.length]).toEqual([300, 200])
  expect(await client.reports.setLetterhead({ organisation: 'Газ' })).toMatchObject({ organisation: 'Газ', logo: null })
  const kept = openBook(file, { mode: 'read', now: () => NOW })
  const { organisation, address, responsible, logo: stays } = kept.reporting.letterhead()
  kept.close()
  expect(organisation).toBe('Газ')
  expect(stays?.base64 === large.base64).toBe(true)
  expect(address === held.address && responsible.name === held.responsible.name).toBe(true)
  // Taken away where that is what is asked.
  await client.reports.setLetterhead({ logo: null })
  expect(await client.reports.letterhead()).toMatchObject({ organisation: 'Газ', logo: null, logoFault: null })
  await expect(client.reports.setLetterhead({ address: held.address })).rejects.toThrow()
})

test('a logo that is taken away while the one before is looked at stays away', async () => {
  const { client } = await opened()
  const base64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  const head = { ...(await client.reports.letterhead()), organisation: 'Газ' }
  await Promise.all([
    client.reports.setLetterhead({ ...head, logo: { type: 'image/png', base64 } }),
    client.reports.setLetterhead({ ...head, logo: null }),
  ])
  expect(await client.reports.letterhead()).toMatchObject({ organisation: 'Газ', logo: null })
})

test('of a contract the number and the day are kept each by itself', async () => {
  const { client } = await opened()
  await client.reports.setContract({ consumerId: 5, number: '12-Г' })
  await client.reports.setContract({ consumerId: 5, contractDay: '2026-01-31' })
  expect(await client.reports.contracts()).toEqual([{ consumerId: 5, number: '12-Г', contractDay: '2026-01-31' }])
  await client.reports.setContract({ consumerId: 5, number: '' })
  expect(await client.reports.contracts()).toEqual([{ consumerId: 5, number: '', contractDay: '2026-01-31' }])
  await client.reports.setContract({ consumerId: 5, contractDay: null })
  expect(await client.reports.contracts()).toEqual([])
})

test('what is asked of a bundle is answered by that one, also when another was opened since', async () => {
  const { client, folder } = await opened()
  const choice = { form: 'passport', language: 'en' as const, ...gas }
  await client.evidence.save({ ...choice, stationIds: [1] })
  await client.evidence.save({ ...choice, stationIds: [1, 2] })
  const first = await client.evidence.verify({ file: folder.file('1.out') })
  expect(await client.evidence.late({ id: first.id })).toMatchObject({ come: 0, corrected: 0, lacking: 0 })
  const second = await client.evidence.verify({ file: folder.file('2.out') })
  for (const ask of [client.evidence.late, client.evidence.pdf, client.evidence.saveBook])
    await expect(ask({ id: first.id })).rejects.toMatchObject({ data: { code: 'BUNDLE_CLOSED' } })
  expect((await client.evidence.pdf({ id: second.id })).pdf.type).toBe('application/pdf')
})

test('a folder and a bundle may be typed from one’s own folder on', async () => {
  const { client, folder } = await opened()
  vi.stubEnv('HOME', folder.file('home'))
  vi.stubEnv('USERPROFILE', folder.file('home'))
  onTestFinished(() => void vi.unstubAllEnvs())
  mkdirSync(folder.file('home/reports'), { recursive: true })
  const { id } = await client.reports.save({ ...passport, evidence: true, folder: '~/reports' })
  const made = await client.reports.run({ id })
  expect(made).toMatchObject([{ failure: null }, { failure: null }])
  expect(existsSync(folder.file('home/reports/Паспорт.pdf'))).toBe(true)
  const found = await client.evidence.verify({ file: '~/reports/Паспорт.zip' })
  expect(found).toMatchObject({ file: '~/reports/Паспорт.zip', holds: true })
})

test('a saved report says that its folder is missing, and that its last run failed', async () => {
  const { client, folder } = await opened()
  const here = await client.reports.save({ ...passport, name: 'Здесь', folder: folder.file('reports') })
  const away = await client.reports.save({ ...passport, name: 'На диске', folder: folder.file('disk') })
  const asked = await client.reports.save({ ...passport, name: 'Куда скажут' })
  mkdirSync(folder.file('reports'))
  writeFileSync(folder.file('disk'), 'a file, no folder')
  expect(await client.reports.withoutFolder()).toEqual([away.id])
  await client.reports.run({ id: here.id })
  const [why] = await client.reports.run({ id: away.id })
  const runs = new Map((await client.reports.saved()).map(({ id, lastRun }) => [id, lastRun]))
  expect(runs.get(here.id)).toMatchObject({ files: 1, failed: 0, failure: null })
  expect(runs.get(away.id)).toMatchObject({ files: 1, failed: 1, failure: why })
  expect(why?.facts).toMatchObject({ file: folder.file('disk') })
  expect(runs.get(asked.id)).toBeNull()
  rmSync(folder.file('reports'), { recursive: true })
  expect((await client.reports.withoutFolder()).sort()).toEqual([here.id, away.id].sort())
})

test('every window is told which saved report is being run', async () => {
  const { client, folder } = await opened()
  mkdirSync(folder.file('reports'))
  const { id } = await client.reports.save({ ...passport, folder: folder.file('reports') })
  const told = await client.works.running()
  const run = client.reports.run({ id })
  const seen: (number | null)[] = []
  for await (const all of told) {
    seen.push(...all.map(({ savedId }) => savedId))
    if (seen.length > 0 && all.length === 0) break
  }
  expect([...new Set(seen)]).toEqual([id])
  expect(await run).toMatchObject([{ savedId: id, failure: null }])
})

test('a preview is what is saved: the same report, named after its form, station and span', async () => {
  const { client, names, folder } = await opened()
  // What is found meanwhile would stand in the later one only.
  await client.findings.ofStation({ stationId: 1 })
  const choice = { form: 'consumption-daily', stationIds: [1], from: '2026-01-01', to: '2026-01-31', language: 'ru' as const, ...gas }
  const { pdf, pages, hash } = await client.forms.preview(choice)
  expect(pdf.type).toBe('application/pdf')
  const text = await pdfText(new Uint8Array(await pdf.arrayBuffer()))
  expect(text).toHaveLength(pages)
  expect(allText(text)).toContain(hash)
  expect(allText(text)).toContain('Meterbook 7.7')
  const done = await client.forms.save({ ...choice, format: 'pdf' })
  expect(names).toEqual(['Отчёт о параметрах газопотребления, посуточный ГРП-1 2026-01-01_2026-01-31.pdf'])
  const saved = readFileSync(folder.file('1.out'))
  expect(done?.bytes).toBe(saved.length)
  const without = (said: string) => said.replaceAll(/Отпечатан .*/g, '')
  expect(without(allText(await pdfText(saved)))).toBe(without(allText(text)))
})

test('a file for each station is a ZIP, a spreadsheet is one too', async () => {
  const { client, names, folder } = await opened()
  const choice = { form: 'consumption-monthly', from: '2026-01-01', to: '2026-01-31', language: 'en', ...gas } as const
  await client.forms.save({ ...choice, format: 'xlsx', files: 'station' })
  expect(names[0]).toMatch(/^Report of gas consumption parameters, monthly 2026-01-01_2026-01-31\.zip$/)
  const zip = readFileSync(folder.file('1.out'))
  expect(zip.subarray(0, 2).toString('latin1')).toBe('PK')
  for (const name of ['ГРП-1.xlsx', 'ГРП-2.xlsx']) expect(zip.includes(Buffer.from(name))).toBe(true)
})
