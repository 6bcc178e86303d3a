import { expect, test } from 'vitest'
import { nextTick } from 'vue'
import type { StationDetail } from '../../electron/contract/stations.ts'
import words from '../../electron/words/en/window/devices.ts'
import DeviceDialog from '../../renderer/parts/devices/DeviceDialog.vue'
import { useDeviceDialog } from '../../renderer/stores/devices.ts'
import { answer, asked } from './support/fake-client.ts'
import { shown } from './support/shown.ts'

/** A device that the book never saw is typed in: its number in the service, its serial number, until when it was there. */

const field = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)
const save = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === words.save)
async function write(input: HTMLInputElement | null, text: string): Promise<void> {
  if (!input) throw new Error('No such field')
  input.value = text
  input.dispatchEvent(new Event('input'))
  await nextTick()
}
const said = () => document.querySelector('[role=dialog]')?.textContent ?? ''

test('it cannot be saved before it is said until when it was there; a number that is none is said', async () => {
  answer({
    stations: {
      homeless: () => [],
      devices: () => ({ devices: [], exchanges: [] }),
      get: () => ({ equipmentTypeId: 3 }) as StationDetail,
      giveDevice: () => null,
    },
    reference: { types: () => [] },
  })
  shown(DeviceDialog)
  useDeviceDialog().open(7)
  await expect.poll(() => field('device-key')).not.toBeNull()
  await expect.poll(said).toContain(words.homelessNone)
  await write(field('device-key'), '12a')
  expect(said()).toContain(words.keyWrong)
  expect(save()?.disabled).toBe(true)
  await write(field('device-serial'), '77001')
  await write(field('device-key'), '900555')
  expect(said()).toContain(words.unseen)
  expect(field('device-serial')?.value).toBe('77001')
  expect(save()?.disabled).toBe(true)
  const to = [...document.querySelectorAll<HTMLInputElement>('input')].find((one) => one.getAttribute('aria-label') === words.to)
  await write(to ?? null, '10/09/2026 09:00')
  to?.dispatchEvent(new Event('change'))
  to?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true }))
  await expect.poll(() => save()?.disabled).toBe(false)
  save()?.click()
  await expect
    .poll(() => asked.find(({ question }) => question === 'stations.giveDevice')?.input)
    .toMatchObject({
      ...{ stationId: 7, equipmentId: 900_555, equipmentTypeId: 3, equipmentSerialNumber: '77001', fromMs: null },
      toMs: expect.any(Number) as number,
    })
})
