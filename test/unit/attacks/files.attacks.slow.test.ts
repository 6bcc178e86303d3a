import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect } from 'vitest'
import { attacks } from '../../support/attacks.ts'
import { FLOODS, PLACES, readAll } from '../../support/hostile-tables.ts'
import { REPEATED, repeated } from '../../support/hostile-texts.ts'
import { expectLinear } from '../../support/linear.ts'
import { rowXml, sheetXml, xlsxOf } from '../../support/xlsx-parts.ts'

/** Files that somebody made to do harm: reading takes as long as they are, holds no more than it may, and is whole or nothing. */

for (const [kind, place] of Object.entries(PLACES))
  attacks(
    1,
    kind,
    REPEATED.map(([name, sign, end]) => ({
      name,
      run: () =>
        expectLinear(
          (bytes) => place(repeated(sign, end)(bytes)),
          (made: Buffer | Promise<Buffer>) => Promise.resolve(made).then((bytes) => readAll(bytes)),
        ),
    })),
  )

const TABLES = path.resolve(import.meta.dirname, '../../support/hostile-tables.ts')
const run = promisify(execFile)
/** MB that a program takes to start, to hold a file of 200 MB as bytes and as text, and to read it. */
const MOST_MEGABYTES = 1500
const folder = mkdtempSync(path.join(tmpdir(), 'meterbook-floods-'))
afterAll(() => rmSync(folder, { recursive: true }))

attacks(
  2,
  'floods of cells',
  Object.keys(FLOODS).map((name) => ({
    name,
    async run() {
      const file = path.join(folder, 'flood')
      await run(process.execPath, [TABLES, 'make', name, file])
      // As `npm run meterbook` starts it.
      const { stdout } = await run(process.execPath, ['--max-old-space-size=1024', TABLES, 'read', file])
      const { said, megabytes } = JSON.parse(stdout) as { said: string; megabytes: number }
      expect(said).toMatch(/^(?:read|empty|no-text|no-xlsx|quotes|expanded|rows|cells|all-cells|letters|attributes|column)$/u)
      expect(megabytes).toBeLessThan(MOST_MEGABYTES)
      return megabytes
    },
  })),
)

/** A sheet of 48 hours. */
const whole = sheetXml(
  rowXml(1, 'Время', 'P') +
    Array.from({ length: 48 }, (_, n) => rowXml(n + 2, `0${1 + Math.floor(n / 24)}.10.2026 ${String(n % 24).padStart(2, '0')}:00`, n)).join(
      '',
    ),
)
const CUTS = 60

attacks(4, 'a sheet that is cut', [
  {
    name: 'whole, it is read',
    run: async () => {
      expect(await readAll(await xlsxOf({ 'xl/worksheets/sheet1.xml': whole }))).toBe('read')
    },
    isDaily: true,
  },
  ...Array.from({ length: CUTS }, (_, nth) => ({
    name: `cut behind ${nth} of ${CUTS} parts`,
    isDaily: nth === CUTS / 2,
    run: async () => {
      const cut = whole.slice(0, Math.floor((whole.length * nth) / CUTS))
      expect(await readAll(await xlsxOf({ 'xl/worksheets/sheet1.xml': cut }))).toMatch(/^(?:no-xlsx)$/u)
    },
  })),
])
