import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

interface Bar {
  /** Names of what is measured. */
  of: RegExp
  most: number
  because: string
}

const MB = 1_000_000

/**
 * What a packed program may take at most: the one table. The bars are generous: they see what has gone wrong by far, and not a machine that
 * is busy. So starts are told in starts of an empty Node on the same machine.
 */
export const BARS: readonly Bar[] = [
  { of: /^asarBytes$/, most: 25 * MB, because: 'the archive has 16 MB' },
  { of: /^resourcesBytes$/, most: 60 * MB, because: 'the program, its window and SQLite have 38 MB, twice: archive and command line' },
  { of: /^ofOneSystemBytes$/, most: 330 * MB, because: 'Node has 94 to 127 MB and a Mac’s program two of them, the keyring 7 MB' },
  { of: /mac-universal.*\.(dmg|zip) bytes$/, most: 500 * MB, because: 'two of Electron and two of Node, compressed' },
  { of: /\.(exe|deb|AppImage|dmg|zip) bytes$/, most: 300 * MB, because: 'Electron and Node, compressed' },
  { of: /^windowInNodeStarts$/, most: 800, because: 'Chromium’s processes begin, and the program is read for the first time' },
  { of: /^stationsInNodeStarts$/, most: 2_000, because: 'the demo makes its service, and the book is filled from it' },
  { of: /^memoryMiB$/, most: 1_500, because: 'what processes share is counted for each of them' },
]

/** What is over its bar, a sentence each; empty: nothing is. A measure without a bar is only kept. */
export function overBars(measures: Readonly<Record<string, number | string>>, bars: readonly Bar[] = BARS): string[] {
  return Object.entries(measures).flatMap(([name, value]) => {
    const bar = bars.find(({ of }) => of.test(name))
    return bar && Number(value) > bar.most ? [`${name} is ${value}, and ${bar.most} is its bar (test/packed/bars.ts: ${bar.because}).`] : []
  })
}

/** How long Node takes here to begin and end with nothing to do, ms: the yardstick of this machine, now. The middle one of several. */
export async function nodeStartMs(): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const startedMs = performance.now()
    await promisify(execFile)(process.execPath, ['-e', '0'])
    times.push(performance.now() - startedMs)
  }
  return times.sort((a, b) => a - b)[2] ?? 0
}
