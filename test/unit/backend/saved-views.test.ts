import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { programFileIn } from '../../../electron/backend/program-file.ts'
import type { Parts } from '../../../electron/backend/base.ts'
import { savedViewRoutes } from '../../../electron/backend/routes/saved-views.ts'
import { call } from '@orpc/server'
import type { SavedView } from '../../../electron/contract/saved-views.ts'

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'meterbook-views-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const view = (name: string, text = '', screen: SavedView['screen'] = 'workbench'): SavedView => ({
  screen,
  name,
  account: null,
  query: { text, 'is-status': ['Авария'], sort: '-volume' },
  columns: { stations: { order: ['name', 'uid'], wishes: { uid: { hidden: false, width: 120 } } } },
})
/** The routes on a file, and how they name the views. */
const desk = { applyPreferences: () => undefined } as Parts['desk']
const routesOf = (file: ReturnType<typeof programFileIn>) => savedViewRoutes({ desk, file } as Parts)
const names = (views: readonly SavedView[]) => views.map(({ name, query }) => `${name}:${String(query['text'])}`)

test('views are saved, replaced, renamed and removed, and are there after a restart', async () => {
  const data = folder()
  const routes = routesOf(programFileIn(data))
  await call(routes.save, { view: view('A') })
  expect(names(await call(routes.save, { view: view('Б') }))).toEqual(['A:', 'Б:'])
  expect(names(await call(routes.save, { view: view('A', 'x') }))).toEqual(['A:x', 'Б:'])
  expect(names(await call(routes.save, { view: view('В', 'x'), replaces: 'A' }))).toEqual(['В:x', 'Б:'])
  expect(names(await call(routes.save, { view: view('Б', 'y'), replaces: 'В' }))).toEqual(['Б:y'])
  await call(routes.save, { view: view('Г') })

  const restarted = programFileIn(data)
  expect(restarted.savedViews()).toEqual([view('Б', 'y'), view('Г')])
  restarted.setPreferences({ theme: 'dark' })
  expect(restarted.savedViews()).toHaveLength(2)
  const again = routesOf(restarted)
  expect(names(await call(again.remove, { screen: 'workbench', name: 'Г' }))).toEqual(['Б:y'])
  expect(names(await call(again.list, undefined))).toEqual(['Б:y'])
})

test('each screen has its own views: one name on two of them is two views', async () => {
  const routes = routesOf(programFileIn(folder()))
  await call(routes.save, { view: view('Утро', 'w') })
  await call(routes.save, { view: view('Утро', 'e', 'events') })
  await call(routes.save, { view: view('Утро', 'f', 'findings') })
  expect(names(await call(routes.save, { view: view('Утро', 'v', 'fleet') }))).toEqual(['Утро:w', 'Утро:e', 'Утро:f', 'Утро:v'])
  await call(routes.save, { view: view('Вечер', 'e', 'events'), replaces: 'Утро' })
  const left = await call(routes.remove, { screen: 'findings', name: 'Утро' })
  expect(left.map(({ screen, name }) => `${screen} ${name}`)).toEqual(['workbench Утро', 'events Вечер', 'fleet Утро'])
})

test('views of the station table that an older version kept are still there', async () => {
  const data = folder()
  const { query, screen: _screen, columns, ...common } = view('А', 'котельная')
  const older = {
    ...common,
    text: query['text'],
    choice: { kind: 'consumer', id: 5 },
    conditions: [{ by: 'status', values: ['Авария'], not: false }],
    sort: { by: 'volume', desc: true },
    columns: columns['stations'],
  }
  writeFileSync(path.join(data, 'program.json'), JSON.stringify({ preferences: {}, books: [], stationViews: [older] }))
  const now = { ...view('А', 'котельная'), query: { ...query, consumer: '5' } }
  const file = programFileIn(data)
  expect(file.savedViews()).toEqual([now])
  await call(routesOf(file).save, { view: view('Б') })
  expect(programFileIn(data).savedViews()).toEqual([now, view('Б')])
})

test('views that cannot be read cost nothing else', () => {
  const data = folder()
  writeFileSync(
    path.join(data, 'program.json'),
    JSON.stringify({ preferences: { theme: 'dark' }, books: [], savedViews: [{ name: 5 }, view('А')], stationViews: [7] }),
  )
  const file = programFileIn(data)
  expect(file.preferences().theme).toBe('dark')
  expect(file.savedViews()).toEqual([view('А')])
})
