import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { z } from 'zod'
import { languageOf } from '../../electron/words/index.ts'
import { CHANGE_TOPICS } from '../../electron/contract/change-topics.ts'
import { USUAL_PREFERENCES, type Preferences } from '../../electron/contract/preferences.ts'
import type { Change, commandSchema } from '../../electron/contract/program.ts'
import type { GasClock } from '../../electron/contract/time/gas-day.ts'
import { zoneClock } from '../../electron/contract/time/zone.ts'
import { askAgain, client, follow } from '../client.ts'
import { i18n } from '../i18n/index.ts'
import { programInfo, preferences as preferencesAtStart } from '../speed/first-questions.ts'
import { bookClocks } from './clocks.ts'

type ProgramInfo = Awaited<ReturnType<typeof client.program.info>>
/** A menu command of the desktop, with the file it is about when there is one. */
export interface Command {
  command: z.infer<typeof commandSchema>
  file: string | null
}

/** What may have changed while the connection was broken. Not the book: views would drop what the user has chosen. */
const MISSED = CHANGE_TOPICS.filter((topic) => topic !== 'book')

/** The program: its host, the preferences and what follows from them, and the stream of changes in the book. */
export const useProgram = defineStore('program', () => {
  const info = shallowRef<ProgramInfo | null>(null)
  const preferences = ref<Preferences>({ ...USUAL_PREFERENCES })
  const listeners = new Set<(change: Change) => void>()
  const commandListeners = new Set<(command: Command) => void>()
  /** The time, updated each half minute, for everything that shows an age. */
  const nowMs = ref(Date.now())

  const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
  const prefersDark = ref(systemDark.matches)
  systemDark.addEventListener('change', (event) => {
    prefersDark.value = event.matches
  })

  const language = computed(() => {
    // A browser knows the user's language; the language of a desktop window is the one its Electron was built with.
    const system = info.value?.host === 'desktop' ? info.value.systemLocale : navigator.language
    return languageOf(preferences.value.language, system)
  })
  /** True while something is drawn for paper: in the light theme, whatever the window's is. */
  const onPaper = ref(false)
  const dark = computed(
    () => !onPaper.value && (preferences.value.theme === 'system' ? prefersDark.value : preferences.value.theme === 'dark'),
  )
  const systemZone = computed(() => info.value?.systemTimeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
  /** The clock of the preferences, for books and stations that say nothing of theirs. */
  const usualClock = computed<GasClock>(() => ({
    zone: preferences.value.timeZone === 'system' ? systemZone.value : preferences.value.timeZone,
    contractHour: preferences.value.contractHour,
  }))
  const { load: loadClocks, ...clocks } = bookClocks(usualClock)
  /** The zone of the book: of everything that shows more than one station. Pages of a station ask `useClock`. */
  const timeZone = computed(() => clocks.clockOf(null).zone)
  /** The calendar day in that zone. */
  const today = computed(() => zoneClock(timeZone.value).dayAt(nowMs.value))

  watch(
    language,
    (tag) => {
      i18n.global.locale.value = tag
      document.documentElement.lang = tag
    },
    { immediate: true },
  )
  watch(dark, (on) => document.documentElement.classList.toggle('dark', on), { immediate: true })

  /** Reads the host's description and the preferences. Call once. */
  async function load(): Promise<void> {
    const adopt = asked()
    const [about, kept] = await Promise.all([askAgain(() => programInfo.ask()), askAgain(() => preferencesAtStart.ask()), loadClocks()])
    info.value = about
    adopt(kept)
  }

  let questions = 0
  let answered = 0
  /** Preferences are asked for from several places: an answer does not replace that of a later question. */
  function asked(): (kept: Preferences) => void {
    const mine = ++questions
    return (kept) => {
      if (mine < answered) return
      answered = mine
      preferences.value = kept
    }
  }
  const setPreferences = (wishes: Partial<Preferences>): Promise<void> => client.program.setPreferences(wishes).then(asked())
  const readPreferences = (): Promise<void> => askAgain(() => client.program.preferences()).then(asked())

  function tell(change: Change): void {
    if (change.topic === 'preferences') void readPreferences()
    if (change.topic === 'book' || change.topic === 'clocks') void loadClocks()
    for (const listener of listeners) listener(change)
  }
  follow(
    (signal) => client.program.changes(undefined, { signal }),
    tell,
    (again) => {
      // The first answer came before anything was heard: another window may have changed the preferences since.
      if (!again) void readPreferences()
      else for (const topic of MISSED) tell({ topic, stationId: null })
    },
  )
  follow(
    (signal) => client.program.commands(undefined, { signal }),
    (command) => {
      for (const listener of commandListeners) listener(command)
    },
  )

  const clock = setInterval(() => (nowMs.value = Date.now()), 30_000)
  onScopeDispose(() => clearInterval(clock))

  /** Calls back at every change of the given topics until the surrounding scope ends. */
  function onChange(topics: readonly Change['topic'][], listener: (change: Change) => void): void {
    const filtered = (change: Change) => {
      if (topics.includes(change.topic)) listener(change)
    }
    listeners.add(filtered)
    onScopeDispose(() => listeners.delete(filtered))
  }

  /** Menu commands of the desktop, until the surrounding scope ends. */
  function onCommand(listener: (command: Command) => void): void {
    commandListeners.add(listener)
    onScopeDispose(() => commandListeners.delete(listener))
  }

  return {
    info,
    preferences,
    language,
    dark,
    onPaper,
    usualClock,
    ...clocks,
    timeZone,
    nowMs,
    today,
    load,
    setPreferences,
    onChange,
    onCommand,
  }
})
