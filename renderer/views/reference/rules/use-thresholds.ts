import { computed } from 'vue'
import { calledBy, stationCalled } from '../../../../electron/contract/called.ts'
import type { RuleCode } from '../../../../electron/contract/rules.ts'
import type { DaysOff } from '../../../../electron/contract/time/days-off.ts'
import { useAddressState } from '../../../address/use-address-state.ts'
import { client } from '../../../client.ts'
import { RULES } from '../../../places/rules.ts'
import { useNotices } from '../../../stores/notices.ts'
import { useQuestion } from '../../../stores/question.ts'

/** A threshold is set for the book, for a type of device, or for one device. */
export interface Place {
  scope: 'book' | 'type' | 'device'
  scopeId: number | null
  name: string
}

/** Thresholds that were set, and those that hold for the chosen device; which are chosen stands in the address. */
export function useThresholds(bookName: () => string) {
  const notices = useNotices()
  const { state: chosen, change } = useAddressState(RULES)
  const stationId = computed({
    get: () => chosen.value.device ?? undefined,
    set: (key) => change({ device: key ?? null, type: null }),
  })
  const chosenType = computed({
    get: () => chosen.value.type ?? undefined,
    set: (key) => change({ type: key ?? null, device: null }),
  })
  const types = useQuestion((signal) => client.reference.types(undefined, { signal }), { topics: ['reference'] })
  const set = useQuestion((signal) => client.thresholds.all(undefined, { signal }), { topics: ['stations'] })
  const daysOff = useQuestion((signal) => client.thresholds.daysOff(undefined, { signal }))
  const station = useQuestion(
    async (signal) => (stationId.value === undefined ? null : client.stations.get({ id: stationId.value }, { signal })),
    { sources: () => stationId.value },
  )
  const held = useQuestion(
    async (signal) => (stationId.value === undefined ? null : client.thresholds.ofDevice({ stationId: stationId.value }, { signal })),
    { sources: () => stationId.value, topics: ['settings'] },
  )

  const typeId = computed(() => station.data.value?.equipmentTypeId ?? chosenType.value ?? null)
  const typeName = (id: number) => calledBy(types.data.value?.find((type) => type.id === id)?.name ?? null, id)
  const places = computed<Place[]>(() => {
    const device = station.data.value
    const chosen: Place[] = [{ scope: 'book', scopeId: null, name: bookName() }]
    if (typeId.value !== null) chosen.push({ scope: 'type', scopeId: typeId.value, name: typeName(typeId.value) })
    if (device && device.equipmentId !== null) chosen.push({ scope: 'device', scopeId: device.equipmentId, name: stationCalled(device) })
    return chosen
  })
  const isOf = (rule: RuleCode, key: string) => (one: { rule: RuleCode; key: string }) => one.rule === rule && one.key === key

  return {
    types: computed(() => types.data.value ?? []),
    stationId,
    chosenType,
    typeId,
    typeName,
    station,
    places,
    failure: computed(
      () => set.failure.value ?? daysOff.failure.value ?? held.failure.value ?? station.failure.value ?? types.failure.value,
    ),
    reload: () => Promise.all([set.reload(), daysOff.reload(), held.reload(), station.reload(), types.reload()]),
    busy: computed(() => set.busy.value || held.busy.value || station.busy.value),
    /** The value that was set in a place; null: none. */
    valueIn: (rule: RuleCode, key: string, { scope, scopeId }: Place): number | null =>
      (set.data.value ?? []).filter(isOf(rule, key)).find((one) => one.scope === scope && one.scopeId === scopeId)?.value ?? null,
    /** Values that were set for types and devices that are not chosen. */
    elsewhere: (rule: RuleCode, key: string) =>
      (set.data.value ?? [])
        .filter(isOf(rule, key))
        .filter((one) => !places.value.some(({ scope, scopeId }) => scope === one.scope && scopeId === one.scopeId)),
    /** The value that holds for the chosen device. */
    heldOf: (rule: RuleCode, key: string) => held.data.value?.find(isOf(rule, key)) ?? null,
    /** The country whose public holidays count as Sundays in the book. */
    daysOff: computed(() => daysOff.data.value ?? 'none'),
    async setDaysOff(country: DaysOff): Promise<void> {
      await notices.attempt(async () => {
        await client.thresholds.setDaysOff({ country })
        await daysOff.reload()
      })
    },
    /** Null takes it away. */
    async setValue(rule: RuleCode, key: string, { scope, scopeId }: Place, value: number | null): Promise<void> {
      await notices.attempt(async () => {
        await client.thresholds.set({ values: [{ rule, key, scope, scopeId, value }] })
        await Promise.all([set.reload(), held.reload()])
      })
    },
  }
}
export type ThresholdState = ReturnType<typeof useThresholds>
