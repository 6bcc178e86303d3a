import { expect, test } from 'vitest'
import { deviceSafe } from '../../../electron/contract/device-names.ts'
import { namePart } from '../../../electron/exports/name-part.ts'
import { pathPart } from '../../../electron/exports/lake/lake-file.ts'
import { freeNames, nameByPattern } from '../../../electron/exports/reports/file-names.ts'

/** https://learn.microsoft.com/windows/win32/fileio/naming-a-file: opening one of these opens a device, in whatever folder. */
const DEVICES = [
  ...['CON', 'PRN', 'AUX', 'NUL', 'CONIN$', 'CONOUT$', 'CLOCK$'],
  ...['COM', 'LPT'].flatMap((port) => [...'0123456789¹²³'].map((digit) => port + digit)),
]
const SPELLINGS = DEVICES.flatMap((device) => [device, device.toLowerCase(), `${device[0]}${device.slice(1).toLowerCase()}`])

/** What Windows makes of a name: no trailing spaces and dots, and of what is left that before the first dot. */
const isDevice = (file: string): boolean => {
  const stem =
    file
      .replace(/[ .]+$/, '')
      .split('.')[0]
      ?.replace(/ +$/, '') ?? ''
  return DEVICES.includes(stem.toUpperCase())
}

test.each(SPELLINGS)('%s is no file of ours, whatever its ending is', (device) => {
  for (const called of [
    device,
    `${device}.`,
    `${device} `,
    `${device} . `,
    `${device}.tar`,
    `${device} .x`,
    ` ${device}`,
    `..${device}`,
    `${device}:`,
    `${device}\u200f`,
  ]) {
    const facts = { name: called, form: called, station: called, serial: called, from: '', to: '', made: '' }
    const names = [
      namePart(called),
      namePart(called, 255),
      nameByPattern('{station}', facts),
      nameByPattern('{serial}{from}', facts),
      nameByPattern(called, facts),
      nameByPattern('{name}.{form}', facts),
      pathPart(`archive=${called}`),
    ]
    for (const name of names)
      for (const file of [name, `${name}.pdf`, freeNames([])(name, 'xlsx'), freeNames([`${name}.xlsx`])(name, 'xlsx')])
        expect([file, isDevice(file)]).toEqual([file, false])
    expect(Buffer.byteLength(namePart(`${called}.${'x'.repeat(300)}`))).toBeLessThanOrEqual(80)
  }
})

test('names that only begin like a device stay as they are', () => {
  for (const name of ['CONSUMER', 'Con Edison', 'aux-1', 'COM10', 'LPT', 'NULL.x', 'x.con', '']) expect(deviceSafe(name)).toBe(name)
})
