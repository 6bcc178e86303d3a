import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { programFileIn } from '../../../electron/backend/program-file.ts'
import type { Parts } from '../../../electron/backend/base.ts'
import { stationViewRoutes } from '../../../electron/backend/routes/station-views.ts'
import { call } from '@orpc/server'
import type { StationView } from '../../../electron/contract/station-views.ts'

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'meterbook-views-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const view = (name: string, text = ''): StationView => ({
  name,
  account: null,
  text,
  choice: { kind: 'all', id: null },
  conditions: [{ by: 'status', values: ['Авария'], not: false }],
  sort: { by: 'volume', desc: true },
  columns: { order: ['name', 'uid'], wishes: { uid: { hidden: false, width: 120 } } },
})

test('views are saved, replaced, renamed and removed, and are there after a restart', async () => {
  const data = folder()
  const desk = { applyPreferences: () => undefined } as Parts['desk']
  const routes = stationViewRoutes({ desk, file: programFileIn(data) } as Parts)
  const names = (views: readonly StationView[]) => views.map(({ name, text }) => `${name}:${text}`)

  await call(routes.save, { view: view('A') })
  expect(names(await call(routes.save, { view: view('Б') }))).toEqual(['A:', 'Б:'])
  expect(names(await call(routes.save, { view: view('A', 'x') }))).toEqual(['A:x', 'Б:'])
  expect(names(await call(routes.save, { view: view('В', 'x'), replaces: 'A' }))).toEqual(['В:x', 'Б:'])
  expect(names(await call(routes.save, { view: view('Б', 'y'), replaces: 'В' }))).toEqual(['Б:y'])
  await call(routes.save, { view: view('Г') })

  const restarted = programFileIn(data)
  expect(restarted.stationViews()).toEqual([view('Б', 'y'), view('Г')])
  restarted.setPreferences({ theme: 'dark' })
  expect(restarted.stationViews()).toHaveLength(2)
  const again = stationViewRoutes({ desk, file: restarted } as Parts)
  expect(names(await call(again.remove, { name: 'Г' }))).toEqual(['Б:y'])
  expect(names(await call(again.list, undefined))).toEqual(['Б:y'])
})

test('views that cannot be read cost nothing else', () => {
  const data = folder()
  writeFileSync(path.join(data, 'program.json'), JSON.stringify({ preferences: { theme: 'dark' }, books: [], stationViews: [{ name: 5 }, view('А')] })) // oxfmt-ignore
  const file = programFileIn(data)
  expect(file.preferences().theme).toBe('dark')
  expect(file.stationViews()).toEqual([view('А')])
})
