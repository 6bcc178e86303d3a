import { expect, test } from 'vitest'
import { run } from '../../../electron/cli/main.ts'
import { openBook } from '../../../electron/book/index.ts'
import { testFolder } from '../../support/pull.ts'
import { station } from '../book/fixtures.ts'
import { seenTerminal } from './seen-terminal.ts'

/** The number of a device that is gone finds the station that had it, and says when it was taken out. */

test('search by a former serial number', async () => {
  const folder = testFolder()
  try {
    const file = folder.file('a.meterbook')
    const book = openBook(file, { mode: 'write', now: Date.now })
    const own = { id: 1, name: 'Boiler house' }
    book.stations.put([station({ ...own, equipmentId: 10, equipmentSerialNumber: '77001' })], Date.UTC(2026, 8, 2))
    book.stations.put([station({ ...own, equipmentId: 11, equipmentSerialNumber: '88002' })], Date.UTC(2026, 8, 12, 9, 30))
    book.close()
    const terminal = seenTerminal()
    expect(await run(['search', '--book', file, '77001'], terminal)).toBe(0)
    expect(terminal.printed.join('\n')).toContain('88002 (77001: gone, taken out 2026-09-12 09:30 UTC)')
    const now = seenTerminal()
    await run(['search', '--book', file, '88002'], now)
    expect(now.printed.join('\n')).not.toContain('gone')
  } finally {
    folder.remove()
  }
})
