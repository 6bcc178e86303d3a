import { byField } from '../../contract/fields/field.ts'
import { CONSUMER_FIELDS } from '../../contract/fields/consumers.ts'
import type { Consumer } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { layoutKind, layoutOf, selected, upsert } from '../file/layout.ts'
import { fold, naturalKey } from '../search/text.ts'

const consumer = layoutOf<Consumer>(byField(CONSUMER_FIELDS, layoutKind))

/** All SQL that touches `consumer` and `consumer_provider`. */
export function consumersIn({ db, atOnce, stationText }: Context) {
  const write = db.prepare(upsert('consumer', ['id'], [...consumer.columns, 'name_key', 'folded']))
  const seen = db.prepare('INSERT INTO consumer_provider (provider_id, consumer_id) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const columns = selected(consumer, 'c')
  const all = db.prepare<[], unknown[]>(`SELECT ${columns} FROM consumer c ORDER BY c.name_key, c.id`).raw()
  const one = db.prepare<[number], unknown[]>(`SELECT ${columns} FROM consumer c WHERE c.id = ?`).raw()
  const ofProvider = db
    .prepare<[number], unknown[]>(
      `SELECT ${columns} FROM consumer_provider p JOIN consumer c ON c.id = p.consumer_id
       WHERE p.provider_id = ? ORDER BY c.name_key, c.id`,
    )
    .raw()
  const links = db
    .prepare<[], [number, number]>('SELECT provider_id, consumer_id FROM consumer_provider ORDER BY provider_id, consumer_id')
    .raw()
  const stations = db
    .prepare<[], [number, number]>('SELECT customer_id, count(*) FROM station WHERE customer_id IS NOT NULL GROUP BY customer_id')
    .raw()

  return {
    /** The number of stations of each consumer. */
    stationCounts: (): Map<number, number> => new Map(stations.all()),

    /**
     * Inserts or updates consumers, and links them to provider `energyId` if the list was requested for one. The sort key
     * and search text of the stations of a changed consumer are updated. Returns how many consumers were new or changed.
     */
    put: (list: readonly Consumer[], { energyId = null }: { energyId?: number | null } = {}): number =>
      atOnce(() => {
        let changed = 0
        for (const record of list) {
          const folded = [record.name, record.inn].map(fold).join('\n')
          const differs = write.run(...consumer.encode(record), naturalKey(record.name), folded).changes > 0
          if (energyId !== null && seen.run(energyId, record.id).changes > 0) stationText.touch()
          if (!differs) continue
          changed++
          stationText.refreshOfConsumer(record.id)
        }
        return changed
      }),

    /** All consumers by name, or those of one provider's own list. */
    list: ({ providerId }: { providerId?: number } = {}): Consumer[] =>
      (providerId === undefined ? all.all() : ofProvider.all(providerId)).map((row) => consumer.decode(row)),

    get(id: number): Consumer | undefined {
      const row = one.get(id)
      return row && consumer.decode(row)
    },

    /** Which providers' lists named each consumer. */
    seenIn: (): { providerId: number; consumerId: number }[] => links.all().map(([providerId, consumerId]) => ({ providerId, consumerId })),
  }
}
