import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { fromTelephone, PLAIN_JPEG, toldBy } from '../support/photograph.ts'
import { expect, test } from './fixtures.ts'
import { CarpetPage } from './pages/carpet.ts'
import { Grid } from './pages/grid.ts'
import { Shell } from './pages/shell.ts'
import { StationPage } from './pages/station.ts'
import { askingBeside } from './support/contract.ts'
import { readCsv } from './support/files.ts'
import { SPAN, STATIONS } from './support/synced.ts'
import { eventsOf } from './support/truth.ts'

/** Notes from the first key to the file: written, with photographs, found, changed, deleted and brought back. */

const OVERVIEW = `/stations/${STATIONS.main}`
const editor = (page: Page, title = 'New note') => page.getByRole('dialog', { name: title })

/** The colours of a picture at shares of its width and height, as the browser decodes it. */
const coloursOf = (page: Page, jpeg: Uint8Array, places: readonly (readonly [x: number, y: number])[]) =>
  page.evaluate(
    async ([bytes, at]) => {
      const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }))
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
      context?.drawImage(picture, 0, 0)
      return at.map(([x, y]) => {
        const [red = 0, , blue = 0] = context?.getImageData(Math.floor(x * picture.width), Math.floor(y * picture.height), 1, 1).data ?? []
        return red > blue ? 'red' : 'blue'
      })
    },
    [[...jpeg], places] as const,
  )

/** Chooses a file of noise, which JPEG cannot make small; gives its size. It is made in the page: it is large. */
const chooseNoise = (files: Locator): Promise<number> =>
  files.evaluate(async (input: HTMLInputElement) => {
    const canvas = new OffscreenCanvas(2000, 1500)
    const context = canvas.getContext('2d')
    const image = context?.createImageData(2000, 1500)
    if (!context || !image) return 0
    const pixels = new Uint32Array(image.data.buffer)
    let seed = 1
    for (let at = 0; at < pixels.length; at++) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      pixels[at] = seed | 0xff000000
    }
    context.putImageData(image, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })
    const chosen = new DataTransfer()
    chosen.items.add(new File([blob], 'noise.jpg', { type: 'image/jpeg' }))
    input.files = chosen.files
    input.dispatchEvent(new Event('change'))
    return blob.size
  })

test('a visit is written down with photographs, without the place they were taken at', async ({ page, lent, book }) => {
  await lent.start()
  await lent.go(OVERVIEW)
  await expect(new StationPage(page).heading('ПРГ-1')).toBeVisible()
  await page.keyboard.press('n')
  const dialog = editor(page)
  await expect(dialog.getByLabel('What you saw and did')).toBeFocused()
  await expect(dialog.getByText('on ПРГ-1')).toBeVisible()
  await page.keyboard.type('Seal 0417 replaced')
  await dialog.getByRole('button', { name: 'Seal', exact: true }).click()
  await dialog.getByLabel('Author').fill('Olga')
  const photograph = fromTelephone(PLAIN_JPEG, 6)
  const files = dialog.getByLabel('Add photographs…').and(page.locator('input'))
  await files.setInputFiles([
    { name: 'door.jpeg', mimeType: 'image/jpeg', buffer: photograph },
    { name: 'report.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
  ])
  await expect(dialog.getByRole('alert')).toContainText('report.png cannot be kept')
  expect(await chooseNoise(files)).toBeGreaterThan(3_000_000)
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
  await dialog.getByLabel('What you saw and did').press('Control+Enter')
  await expect(dialog).toBeHidden()

  const panel = page.getByRole('region', { name: 'Overview' }).locator('section', { hasText: 'New note' })
  await expect(panel).toContainText('Seal 0417 replaced')
  await expect(panel).toContainText('Olga · 2 photographs')
  const { note, pictures } = await askingBeside(page, async ({ notes }) => {
    const found = (await notes.page({ stationIds: [STATIONS.main] })).rows[0]
    if (!found) throw new Error('no note was written')
    const blobs = await Promise.all(found.photos.map(({ id }) => notes.photo({ id })))
    return {
      note: found,
      pictures: await Promise.all(blobs.map(async (blob) => Buffer.from(await blob.arrayBuffer()))),
    }
  })
  expect(note).toMatchObject({ kind: 'seal', author: 'Olga', photos: [{ name: 'door.jpg' }, { name: 'noise.jpg' }] })
  // Turned by a quarter, as its Exif asked for: what was at the left is above.
  expect([note.photos[0]?.width, note.photos[0]?.height]).toEqual([8, 16])
  const [door = photograph, other = photograph] = pictures
  expect(
    await coloursOf(page, door, [
      [0.5, 0.2],
      [0.5, 0.8],
    ]),
  ).toEqual(['red', 'blue'])
  for (const picture of [door, other]) expect(toldBy(picture)).toEqual([])
  expect(other.length).toBeLessThanOrEqual(2_000_000)

  await test.step('it is found, looked at, changed, deleted and brought back by keyboard', async () => {
    await new Shell(page).find('0417 olga', /Seal 0417 replaced/)
    const item = page.getByRole('list', { name: 'Notes of the station' }).getByRole('listitem').first()
    await expect(item).toBeFocused()
    // The note that was linked to takes the focus once, not from somebody who types.
    const search = page.getByRole('searchbox', { name: 'Search notes' })
    await search.pressSequentially('0417')
    await expect(page).toHaveURL(/text=0417/)
    await expect(search).toBeFocused()
    await search.fill('')
    await page.getByRole('button', { name: 'Open door.jpg' }).click()
    const viewer = page.getByRole('dialog', { name: /Photograph 1 of 2: door.jpg/ })
    await expect(viewer.getByRole('img', { name: /door.jpg/ })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('dialog', { name: /Photograph 2 of 2/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await item.focus()
    await page.keyboard.press('Enter')
    const change = editor(page, 'Edit the note')
    await change.getByLabel('What you saw and did').fill('Seal 0417 replaced by 0533')
    await page.keyboard.press('Escape')
    await expect(change.getByRole('alert')).toContainText('not saved')
    await change.getByRole('button', { name: 'Keep writing' }).click()
    await change.getByRole('button', { name: 'Take noise.jpg away' }).click()
    await change.getByRole('button', { name: 'Save' }).click()
    await expect(item).toContainText('by 0533')
    await expect(item.getByRole('button', { name: /^Open / })).toHaveCount(1)
    await item.focus()
    await page.keyboard.press('Delete')
    await expect(page.getByRole('heading', { name: 'No notes on this station yet' })).toBeVisible()
    await new Shell(page).notices.getByRole('button', { name: 'Undo' }).click()
    await expect(item).toContainText('by 0533')
    await item.focus()
    await page.keyboard.press('Delete')
    await expect(page.getByRole('button', { name: 'Deleted: 1' })).toBeVisible()
    await page.keyboard.press('Control+Z')
    await expect(item).toContainText('by 0533')
  })

  await test.step('the next note knows its author, and the file has what is shown', async () => {
    await page.keyboard.press('n')
    await expect(editor(page).getByLabel('Author')).toHaveValue('Olga')
    // More pictures than a note holds are left out; a text that is too long is kept in the field, and said to be so.
    const picture = { mimeType: 'image/jpeg', buffer: PLAIN_JPEG }
    await files.setInputFiles(Array.from({ length: 14 }, (_, at) => ({ ...picture, name: `${at}.jpg` })))
    await expect(dialog.getByRole('alert')).toContainText('A note holds 12 photographs')
    await expect(dialog.getByRole('listitem')).toHaveCount(12)
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
    const text = dialog.getByLabel('What you saw and did')
    await text.fill('я'.repeat(10_001))
    await expect(dialog.getByRole('alert').filter({ hasText: '10,001 characters' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await text.fill('')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
    // A picture that is still being made smaller is something to lose, and does not lock the next editor.
    await page.keyboard.press('n')
    await chooseNoise(files)
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('alert')).toContainText('not saved')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
    await page.keyboard.press('n')
    await text.fill('x')
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
    await expect(dialog.getByRole('listitem')).toHaveCount(0)
    await text.fill('')
    await page.keyboard.press('Escape')
    await expect(editor(page)).toBeHidden()
    const { name, file } = await new Shell(page).exportAs(page.getByRole('button', { name: 'Export' }), /^CSV/)
    expect(name).toMatch(/^ПРГ-1 Notes .*\.csv$/)
    const [row] = readCsv(file).rows
    expect(row?.slice(3, 8)).toEqual(['seal', 'Seal 0417 replaced by 0533', 'Olga', '1', 'door.jpg'])
    expect(readFileSync(book).includes('taken at Boiler house 1')).toBe(false)
  })
})

test('the menus of tables write a note on their row’s station, about its moment', async ({ page, lent, synced }) => {
  await lent.start()
  await lent.go('/stations?text=ПРГ-1')
  const before = (await askingBeside(page, ({ notes }) => notes.page({}))).total
  const menu = page.getByRole('menu', { name: 'Menu of the cell' })
  const written = () => askingBeside(page, async ({ notes }) => (await notes.page({ stationIds: [STATIONS.main] })).rows[0] ?? null)
  const newest = (eventsOf(synced.world, STATIONS.main + 290_000, SPAN)[0]?.time ?? 0) * 1000

  /** Writes a note from the menu of the grid's current row. */
  async function write(grid: Locator, text: string): Promise<void> {
    await grid.press('Shift+F10')
    await menu.getByRole('menuitem', { name: 'New note' }).press('Enter')
    const dialog = editor(page)
    await expect(dialog).toContainText('on ПРГ-1')
    await dialog.getByLabel('What you saw and did').fill(text)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(grid).toBeFocused()
  }

  await test.step('in the station table', async () => {
    const stations = new Grid(page.getByRole('grid', { name: 'Stations' }))
    await stations.row('ПРГ-1').first().click()
    await write(stations.root, 'The key is with the guard')
    expect(await written()).toMatchObject({ text: 'The key is with the guard', toMs: null })
  })
  for (const [place, name] of [
    [`/stations/${STATIONS.main}/events`, 'Event log'],
    [`/events?stations=${STATIONS.main}`, 'Event log of all stations'],
  ] as const) {
    await test.step(`in ${place}`, async () => {
      await lent.go(place)
      const log = new Grid(page.getByRole('grid', { name, exact: true }))
      await log.settled()
      await log.rows.first().click()
      await write(log.root, `Seen in ${name}`)
      expect((await askingBeside(page, ({ notes }) => notes.page({ text: `Seen in ${name}` }))).rows).toContainEqual(
        expect.objectContaining({ stationId: STATIONS.main, fromMs: newest, toMs: null, text: `Seen in ${name}` }),
      )
    })
  }
  await lent.go('/preferences#book')
  await expect(page.locator('#book .counts > div').filter({ hasText: 'Notes' }).locator('dd')).toHaveText(String(before + 3))
})

test.describe('по-русски', () => {
  test.use({ locale: 'ru-RU' })

  test('заметка о моменте на графике видна на графике и в журнале событий', async ({ page, lent }) => {
    await lent.start()
    await lent.go(`/stations/${STATIONS.valve}/readings?archive=hourly&view=unified`)
    const surface = page.getByRole('application', { name: /^Показания/ })
    await surface.focus()
    await page.keyboard.press('End')
    const last = await askingBeside(page, async ({ readings }) => {
      const archives = await readings.archives({ stationId: STATIONS.valve })
      return archives.find(({ archiveType, view }) => archiveType === 'hourly' && view === 'unified')?.lastMs ?? 0
    })
    await surface.press('KeyN')
    const dialog = editor(page, 'Новая заметка')
    await dialog.getByLabel('Что увидели и сделали').fill('Продули импульсную линию')
    await dialog.getByRole('button', { name: 'Ремонт' }).click()
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await expect(dialog).toBeHidden()
    const notes = () => askingBeside(page, ({ notes: asked }) => asked.page({ stationIds: [STATIONS.valve] }))
    await expect.poll(async () => (await notes()).rows[0]?.fromMs).toBe(last)

    const rail = page.getByRole('group', { name: 'Заметки на шкале времени' })
    const mark = rail.getByRole('button', { name: /^Ремонт, .*Продули импульсную линию/ })
    await mark.hover()
    await expect(rail.locator('.card')).toContainText('Продули импульсную линию')

    // On the time axis of the plot, whatever is folded and however wide the axes are.
    const apart = async () => {
      const [under, above] = [await rail.boundingBox(), await surface.boundingBox()]
      if (!under || !above) return Infinity
      return Math.abs(under.x - above.x) + Math.abs(under.width - above.width)
    }
    await expect.poll(apart).toBeLessThan(2)
    await page.getByRole('button', { name: 'Все события в одну строку' }).press('Enter')
    await page.getByRole('button', { name: /^Развернуть «Счётчик стандартного объёма/ }).press('Enter')
    await page.getByRole('button', { name: /^Свернуть «Стандартный объём/ }).press('Enter')
    await expect(page.getByRole('button', { name: /^Развернуть «Стандартный объём/ })).toBeVisible()
    await expect.poll(apart).toBeLessThan(2)
    await page.setViewportSize({ width: 1024, height: 640 })
    await expect.poll(apart).toBeLessThan(2)

    // By keyboard alone it says its words and opens.
    await page.mouse.move(2, 2)
    await mark.focus()
    await expect(rail.locator('.card')).toContainText('Продули импульсную линию')
    await mark.press('Enter')
    await expect(page.getByRole('list', { name: 'Заметки о станции' }).getByRole('listitem')).toBeFocused()

    // On a carpet the day is marked, and each of its hours says the note.
    await lent.go(`/stations/${STATIONS.valve}/readings?archive=hourly&view=unified&show=carpet`)
    const carpet = new CarpetPage(page, 'ru')
    await carpet.expectDrawn()
    await expect(page.locator('.carpet-legend')).toContainText('заметка')
    await carpet.press('ArrowLeft')
    await expect(carpet.readout).toContainText(/Ремонт, .*: Продули импульсную линию/)
    await carpet.press('ArrowLeft')
    await expect(carpet.readout).not.toContainText('Продули импульсную линию')

    await lent.go(`/stations/${STATIONS.valve}/events`)
    await expect(mark).toBeVisible()
    await page.getByRole('group', { name: 'Заметки', exact: true }).getByRole('button', { name: 'Выезд' }).click()
    await expect(mark).toBeHidden()
    await page.getByRole('group', { name: 'Заметки', exact: true }).getByRole('button', { name: 'Ремонт' }).click()
    await expect(mark).toBeVisible()

    await lent.go('/stations')
    await page.getByRole('searchbox', { name: 'Поиск станций' }).fill('импульсную')
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2)
  })
})

test('a book that is open for reading shows its notes and says why it takes none', async ({ page, lent, book }) => {
  await lent.start()
  await lent.go(OVERVIEW)
  const about = { stationId: STATIONS.main, fromMs: Date.now(), toMs: null, author: '', photos: [] }
  await askingBeside(page, async (client) => {
    await client.notes.write({ ...about, kind: 'visit', text: 'The key is with the guard' })
    await client.book.open({ file: book, mode: 'read' })
  })
  await expect(page.getByRole('contentinfo')).toContainText('read only')
  await expect(new StationPage(page).heading('ПРГ-1')).toBeVisible()
  await page.keyboard.press('n')
  await expect(new Shell(page).notices).toContainText('This book is open for reading only')
  await expect(editor(page)).toBeHidden()
  await new StationPage(page).tab('Notes')
  await expect(page.getByRole('note')).toContainText('Notes can be read here, not written')
  await expect(page.getByRole('listitem').filter({ hasText: 'The key is with the guard' })).toBeVisible()
  for (const name of ['New note', 'Edit', 'Delete']) await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
})
