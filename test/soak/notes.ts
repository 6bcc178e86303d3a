import type { ContractRouterClient } from '@orpc/contract'
import type { Book } from '../../electron/book/index.ts'
import type { Contract } from '../../electron/contract/index.ts'

/** What the soak's engineer wrote: every answer that came is a promise, and what was on its way when the program died may be there or not. */
export interface NoteLedger {
  /** Writes, changes or removes one note; what the program did not answer stays in doubt. */
  step(client: ContractRouterClient<Contract>, stationIds: readonly number[], random: () => number): Promise<void>
  /** What is known now: of the moment of a backup. */
  snapshot(): string
  /** The book was put back to that backup. */
  rollBack(snapshot: string): void
  /** What the book lacks, has otherwise or has too much, in words. */
  differences(book: Book): string[]
  count(): number
}

interface Kept {
  /** The text that was answered last; null: removed. */
  text: string | null
  /** What may be there instead. */
  doubt: (string | null)[]
}

export function createNoteLedger(): NoteLedger {
  let notes = new Map<string, Kept>()
  /** Texts of notes whose writing was never answered. */
  let unanswered: string[] = []
  let last = 0

  return {
    async step(client, stationIds, random) {
      const content = {
        kind: 'other' as const,
        fromMs: null,
        toMs: null,
        text: `written ${++last}`,
        author: 'Soak',
        photos: [],
        reading: null,
      }
      const [id, kept] = [...notes].filter(([, note]) => note.text !== null)[Math.floor(random() * notes.size * 2)] ?? []
      if (id === undefined || kept === undefined) {
        unanswered.push(content.text)
        const stationId = stationIds[Math.floor(random() * stationIds.length)] ?? 0
        const note = await client.notes.write({ stationId, ...content })
        unanswered = unanswered.filter((text) => text !== content.text)
        notes.set(note.id, { text: content.text, doubt: [] })
        return
      }
      const isRemoval = random() < 0.2
      kept.doubt.push(isRemoval ? null : content.text)
      if (isRemoval) await client.notes.remove({ id })
      else await client.notes.change({ id, ...content, keptPhotoIds: [] })
      notes.set(id, { text: isRemoval ? null : content.text, doubt: [] })
    },
    snapshot: () => JSON.stringify({ notes: [...notes], unanswered }),
    rollBack(snapshot) {
      const kept = JSON.parse(snapshot) as { notes: [string, Kept][]; unanswered: string[] }
      notes = new Map(kept.notes)
      unanswered = kept.unanswered
    },
    differences(book) {
      const rows = book.db.prepare<[], { id: string; text: string }>('SELECT id, text FROM v_note').all()
      const found = new Map(rows.map(({ id, text }) => [id, text]))
      const wrong = [...notes].flatMap(([id, { text, doubt }]) => {
        const may = [text, ...doubt]
        return may.includes(found.get(id) ?? null) ? [] : [`note ${id}: ${String(found.get(id))} instead of ${may.join(' or ')}`]
      })
      const surplus = rows.filter(({ id, text }) => !notes.has(id) && !unanswered.includes(text))
      return [...wrong, ...surplus.map(({ id, text }) => `note ${id}: ${text} was never written`)]
    },
    count: () => notes.size,
  }
}
