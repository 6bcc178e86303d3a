import { computed, ref, shallowRef, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { calledBy, stationCalled } from '../../../electron/contract/called.ts'
import { isNameOf } from '../../../electron/contract/consumer-names.ts'
import { finderOf, foldText, typedWords } from '../../../electron/contract/folding.ts'
import { onOtherLayout } from '../../../electron/contract/keyboard-layout.ts'
import type { NoteRow } from '../../../electron/contract/notes.ts'
import { askAgain, client } from '../../client.ts'
import { useArchiveNames } from '../../stores/words/archives.ts'
import { useFormat } from '../../stores/words/format.ts'
import { useBook } from '../../stores/book.ts'
import { useNamedTrips } from '../../stores/named-trips.ts'
import { useSerials } from '../../stores/serials.ts'
import { usePaletteCommands, useViewCommands, type PaletteCommand } from './commands.ts'
import { usePaletteNotes } from './notes.ts'
import { useOnScreen } from './on-screen.ts'
import { saidBy, type useMessagePlaces } from './places.ts'

type Found = Awaited<ReturnType<typeof client.stations.find>> & { notes: readonly NoteRow[] }
const NOTHING: Found = { stations: [], consumers: [], events: [], notes: [], shownFor: null }

interface Group {
  title: string
  items: PaletteCommand[]
}

/** The palette's list for a text: finds in the book, and the commands of the program. */
export function useFinds(text: Ref<string>, places: ReturnType<typeof useMessagePlaces>) {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const router = useRouter()
  const book = useBook()
  const { commands, loadRecent } = usePaletteCommands()
  const readScreen = useOnScreen()
  /** What the screen offered when the palette opened. */
  const onScreen = shallowRef<readonly PaletteCommand[]>([])
  const { commands: viewCommands, load: loadViews } = useViewCommands()
  const named = useNamedTrips()
  const { archiveName } = useArchiveNames()
  const noteItems = usePaletteNotes()
  const serials = useSerials()
  const found = shallowRef<Found>(NOTHING)
  /** True while the list still answers an earlier text. */
  const busy = ref(false)

  /** Commands as typed, else as typed on the other keyboard layout. */
  function understood(all: readonly PaletteCommand[]): { items: PaletteCommand[]; shownFor: string | null } {
    const fitting = (typed: string) => {
      const has = finderOf(typed)
      return all.filter((command) => has(command.words))
    }
    const items = fitting(text.value)
    const meant = items.length > 0 ? null : onOtherLayout(text.value)
    const others = meant === null ? [] : fitting(meant)
    return others.length > 0 ? { items: others, shownFor: meant } : { items, shownFor: null }
  }
  const isTyped = computed(() => text.value.trim() !== '')
  const commandsFound = computed(() => understood(commands.value.filter(({ whenTyped }) => isTyped.value || whenTyped !== true)))
  const viewItems = computed(() => (isTyped.value ? understood(viewCommands.value).items : []))
  const screenItems = computed(() => {
    const others = new Set(commandsFound.value.items.map(({ words }) => words))
    return isTyped.value ? understood(onScreen.value).items.filter(({ words }) => !others.has(words)) : []
  })
  /** The palette opens: saved views, named trips and books that were open are asked for, the screen below is read. */
  function opened(): void {
    onScreen.value = readScreen()
    void loadViews()
    named.load()
    void loadRecent()
  }
  /** The text that the shown list answers, when it is not the typed one. */
  const shownFor = computed(() => {
    if (places.group.value) return null
    const { shownFor: meant } = found.value
    return meant ?? (commandsFound.value.shownFor === null ? null : { text: commandsFound.value.shownFor, also: false })
  })
  /** The words that are marked in the list. */
  const searched = computed(() => [
    ...new Set([...typedWords(text.value), ...typedWords(found.value.shownFor?.text ?? commandsFound.value.shownFor ?? '')]),
  ])

  /** A serial number, with when its device was taken out where that is known. */
  const goneText = (serial: string, untilMs: number | null | undefined) =>
    untilMs == null ? serial : t('palette.takenOut', { serial, time: format.dateTime(untilMs) })

  /** The stations that have, or had, a serial number that more than one of them has. */
  const ofSerial = computed<Group | null>(() => {
    if (!serials.choice) return null
    const { serial: asked, stations } = serials.choice
    const items = stations.map<PaletteCommand>(({ id, name, consumerName, serial, formerly, untilMs }) => ({
      id: `q${id}`,
      icon: 'station',
      words: calledBy(name, id),
      found: [{ field: t(formerly ? 'palette.in.formerSerial' : 'palette.in.serial'), text: goneText(serial, untilMs) }],
      hint: consumerName ?? '',
      run: () => router.push({ name: 'station', params: { id } }),
    }))
    return { title: t('palette.ofSerial', { serial: asked }), items }
  })

  const groups = computed<Group[]>(() => {
    if (ofSerial.value) return [ofSerial.value]
    if (places.group.value) return places.group.value.items.length > 0 ? [places.group.value] : []
    const stations = found.value.stations.map<PaletteCommand>((station) => ({
      id: `s${station.id}`,
      icon: 'station',
      words: stationCalled(station),
      found: station.foundIn.map(({ field, text: said, untilMs }) => ({ field: t(`palette.in.${field}`), text: goneText(said, untilMs) })),
      hint: [station.equipmentBrandName, station.equipmentSerialNumber, station.consumerName]
        .map((part) => (part === null ? '' : String(part)))
        .filter((part) => part !== '' && !station.foundIn.some(({ text: said }) => said === part))
        .join(' · '),
      run: () => router.push({ name: 'station', params: { id: station.id } }),
    }))
    const consumers = found.value.consumers.map<PaletteCommand>((consumer) => ({
      id: `c${consumer.id}`,
      icon: 'people',
      words: calledBy(consumer.name, consumer.id),
      found: searched.value.some((word) => consumer.inn.includes(word) && !foldText(consumer.name ?? '').includes(word))
        ? [{ field: t('palette.in.inn'), text: consumer.inn }]
        : [],
      hint: format.counted('common.stations', consumer.stations),
      run: () => router.push({ name: 'workbench', query: { consumer: consumer.id } }),
    }))
    const events = found.value.events.map<PaletteCommand>(({ events: times, ...message }, index) => ({
      id: `e${index}`,
      icon: 'warning',
      words: saidBy(message),
      hint: [message.archiveType && archiveName(message.archiveType), format.counted('common.events', times)].filter(Boolean).join(' · '),
      leadsOn: true,
      run: () => places.choose(message),
    }))
    const byStations = { title: t('palette.stations'), items: stations }
    const byConsumers = { title: t('palette.consumers'), items: consumers }
    // Who types the very name of a consumer means it, and not its many stations.
    const isNamed = found.value.consumers.some(({ name }) => isNameOf(name ?? '', found.value.shownFor?.text ?? text.value))
    return [
      ...(isNamed ? [byConsumers, byStations] : [byStations, byConsumers]),
      { title: t('palette.views'), items: viewItems.value },
      { title: t('palette.commands'), items: commandsFound.value.items },
      { title: t('palette.here'), items: screenItems.value },
      { title: t('palette.notes'), items: noteItems(found.value.notes) },
      { title: t('palette.events'), items: events },
    ].filter((group) => group.items.length > 0)
  })

  let asking: AbortController | null = null
  async function find(): Promise<void> {
    asking?.abort()
    const mine = new AbortController()
    asking = mine
    if (places.chosen.value) return
    const words = text.value.trim()
    busy.value = words !== '' && book.summary !== null
    if (!busy.value) {
      found.value = NOTHING
      return
    }
    try {
      const { signal } = mine
      const [answer, notes] = await Promise.all([
        askAgain(() => client.stations.find({ text: words, limit: 12 }, { signal })),
        askAgain(() => client.notes.find({ text: words, limit: 6 }, { signal })),
      ])
      if (!signal.aborted) found.value = { ...answer, notes }
    } catch {
      // The program does not answer: the commands below still work, and what an earlier text found is not offered for this one.
      if (!mine.signal.aborted) found.value = NOTHING
    } finally {
      if (asking === mine) busy.value = false
    }
  }

  return { busy, find, forget: () => void (found.value = NOTHING), groups, shownFor, searched, opened }
}
