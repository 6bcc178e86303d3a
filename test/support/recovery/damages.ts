import { rmSync, truncateSync, writeFileSync } from 'node:fs'

/** Kinds of damage that a disk, a stick or a hand does to a book. */
export const DAMAGES = ['bits', 'cut', 'zeroed', 'garbage', 'swapped', 'stale', 'other-file', 'head', 'log-lost', 'log-foreign'] as const
export type DamageKind = (typeof DAMAGES)[number]

/** What damages are made with. */
export interface Sources {
  /** The sound book, in one file. */
  sound: Buffer
  /** The same book some time before. */
  earlier: Buffer
  /** The same book with its last commits in a log, and that log. */
  main: Buffer
  log: Buffer
  /** A log of another book: it lies beside this one after a hand has swapped files. */
  foreignLog: Buffer
}

const PAGE = 4_096

/** Damages a copy of the book at `file`, by chance; returns the pages that were changed: of these nothing has to be read. */
export function damageAt(file: string, kind: DamageKind, sources: Sources, random: () => number): Set<number> {
  const below = (count: number) => Math.floor(random() * count)
  const bytes = Buffer.from(sources.sound)
  const pages = bytes.length / PAGE
  const changed = new Set<number>()
  rmSync(`${file}-wal`, { force: true })
  const page = () => {
    const one = 1 + below(pages)
    changed.add(one)
    return one
  }
  const at = (one: number) => bytes.subarray((one - 1) * PAGE, one * PAGE)
  if (kind === 'bits')
    for (let left = 1 + below(20); left > 0; left--) {
      const place = below(bytes.length)
      changed.add(1 + Math.floor(place / PAGE))
      bytes[place] = (bytes[place] ?? 0) ^ (1 << below(8))
    }
  if (kind === 'zeroed') for (let left = 1 + below(6); left > 0; left--) at(page()).fill(0)
  if (kind === 'garbage') for (let left = 1 + below(6); left > 0; left--) at(page()).forEach((_, place, all) => (all[place] = below(256)))
  if (kind === 'swapped')
    for (let left = 1 + below(3); left > 0; left--) {
      const [a, b] = [at(page()), at(page())]
      const kept = Buffer.from(a)
      b.copy(a)
      kept.copy(b)
    }
  if (kind === 'stale')
    for (let left = 1 + below(6); left > 0; left--) {
      const one = 1 + below(Math.min(pages, sources.earlier.length / PAGE))
      changed.add(one)
      sources.earlier.copy(at(one), 0, (one - 1) * PAGE, one * PAGE)
    }
  if (kind === 'other-file') {
    const from = 1 + below(pages)
    const end = Math.min(pages, from + below(20))
    for (let one = from; one <= end; one++) changed.add(one)
    for (let one = from; one <= end; one++)
      at(one).forEach((_, place, all) => (all[place] = sources.foreignLog[(place + one * 977) % sources.foreignLog.length] ?? 0))
  }
  if (kind === 'head') {
    changed.add(1)
    if (random() < 0.5) at(1).fill(0, 0, 100)
    else for (let left = 1 + below(5); left > 0; left--) bytes[below(100)] = below(256)
  }
  writeFileSync(file, bytes)
  if (kind === 'cut') {
    const length = below(bytes.length)
    truncateSync(file, length)
    for (let one = 1 + Math.floor(length / PAGE); one <= pages; one++) changed.add(one)
  }
  if (kind === 'log-lost') writeFileSync(file, sources.main)
  if (kind === 'log-foreign') writeFileSync(`${file}-wal`, sources.foreignLog)
  return changed
}
