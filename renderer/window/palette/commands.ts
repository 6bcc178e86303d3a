import { computed, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { bookCalled } from '../../../electron/contract/book-name.ts'
import { client } from '../../client.ts'
import { LANGUAGES, wordsOf } from '../../../electron/words/index.ts'
import { OFFERED, tabsOf, type OfferedScreen } from '../../../electron/contract/screens.ts'
import { useAccount } from '../../stores/account.ts'
import { useBook } from '../../stores/book.ts'
import { useDeviceDialog } from '../../stores/devices.ts'
import { useDownloads } from '../../stores/downloads.ts'
import { useNotes } from '../../stores/notes.ts'
import { useProgram, type Command } from '../../stores/program.ts'
import { useNamedTrips } from '../../stores/named-trips.ts'
import { useSharing } from '../../stores/sharing.ts'
import { useTrip } from '../../stores/trip.ts'
import { useSavedViews } from '../../stores/saved-views.ts'
import { useWorkbench } from '../../stores/workbench.ts'
import { MOST_STATIONS } from '../../../electron/contract/overlaid.ts'
import { useViewOpener } from '../../parts/saved-views/use-views.ts'
import { overlayAt } from '../../places/overlay.ts'
import type { IconName } from '../../components/icons.ts'
import { useShellCommands } from '../../components/shell-commands.ts'

/** An entry of the palette. */
export interface PaletteCommand {
  id: string
  icon: IconName
  words: string
  hint?: string
  /** The texts, besides the name, in which it was found, and what they are. */
  found?: readonly { field: string; text: string }[]
  /** The palette stays open while this runs, and afterwards when it returns true. */
  leadsOn?: boolean
  /** It is listed when it was looked for, not among the commands of an empty palette. */
  whenTyped?: boolean
  run: () => unknown
}

/**
 * Screens, their tabs, and commands that make sense now. A command of the program's menu has the menu's name; what keys and
 * buttons of the screen do is added by on-screen.ts.
 */
export function usePaletteCommands() {
  const { t } = useI18n({ useScope: 'global' })
  const router = useRouter()
  const program = useProgram()
  const account = useAccount()
  const book = useBook()
  const devices = useDeviceDialog()
  const downloads = useDownloads()
  const trip = useTrip()
  const named = useNamedTrips()
  const sharing = useSharing()
  const notes = useNotes()
  const workbench = useWorkbench()
  /** Nothing finds but the palette itself. */
  const obey = useShellCommands({ find: () => undefined })
  const recent = shallowRef<readonly string[]>([])

  /** Asks which books were open before. Without them the palette still finds everything else. */
  const loadRecent = async () => {
    const books = await client.book.recent().catch(() => [])
    recent.value = books.filter(({ exists }) => exists).map(({ file }) => file)
  }

  const commands = computed<PaletteCommand[]>(() => {
    const open = book.summary !== null
    const writable = open && !book.readOnly
    const chosen = [...workbench.selected]
    const screen = (one: OfferedScreen): PaletteCommand => ({
      id: one.name,
      icon: one.icon,
      hint: 'digit' in one ? t('palette.key', { key: one.digit }) : '',
      words: t(`screen.${one.name}`),
      run: () => router.push({ name: one.name }),
    })
    const offered = (one: OfferedScreen): PaletteCommand[] =>
      tabsOf(one.name)
        .slice(1)
        .map((tab) => {
          const id = 'offered' in one ? (one.offered as Readonly<Record<string, string>>)[tab] : undefined
          const run = () => router.push({ name: one.name, params: { tab } })
          return id === undefined ? tabbed(one.name, one.icon, tab, run) : command(id, one.icon, run)
        })
    const tabbed = (screenName: string, icon: IconName, tab: string, run: () => unknown): PaletteCommand => ({
      id: `${screenName}-${tab}`,
      icon,
      words: t('palette.tab', { screen: t(`screen.${screenName}`), tab: t(`${screenName}.tab.${tab}`) }),
      whenTyped: true,
      run,
    })
    const command = (id: string, icon: IconName, run: () => unknown): PaletteCommand => ({
      id,
      icon,
      words: t(`palette.${id}`),
      run,
    })
    const menu = (name: Command['command'], icon: IconName): PaletteCommand =>
      command(name, icon, () => obey({ command: name, file: null }))
    const stationId = router.currentRoute.value.name === 'station' ? Number(router.currentRoute.value.params['id']) : null
    return [
      ...OFFERED.filter((one) => open || 'withoutBook' in one).flatMap((one) => [screen(one), ...offered(one)]),
      ...(writable && stationId !== null
        ? [
            { ...command('note', 'note', () => notes.write(stationId)), hint: 'N' },
            { ...command('reading', 'meter', () => notes.read(stationId)), hint: 'R' },
            command('device', 'station', () => devices.open(stationId)),
          ]
        : []),
      ...(stationId === null
        ? []
        : tabsOf('station').map((tab) =>
            tabbed('station', 'station', tab, () => router.push({ name: 'station', params: { id: stationId, tab } })),
          )),
      ...(open && chosen.length > 0 && chosen.length <= MOST_STATIONS
        ? [command('overlay', 'overlay', () => router.push(overlayAt({ stations: chosen })))]
        : []),
      ...(open ? [command('share', 'share', () => sharing.share(chosen.length > 0 ? chosen : 'all'))] : []),
      ...(writable ? [command('merge', 'book', sharing.merge)] : []),
      ...(writable ? [command('trip', 'trip', () => trip.open())] : []),
      ...(named.whyNot === null
        ? named.trips.map((one) => ({
            id: `trip-${encodeURIComponent(one.folded)}`,
            icon: 'trip' as const,
            words: t('trips.runOf', { name: one.name }),
            run: () => named.run(one),
          }))
        : []),
      ...(open && named.trips.some(({ fresh }) => fresh !== null)
        ? [
            {
              id: 'keepFresh',
              icon: 'refresh' as const,
              words: t(program.preferences.keepFresh ? 'trips.pause' : 'trips.resume'),
              run: () => program.setPreferences({ keepFresh: !program.preferences.keepFresh }),
            },
          ]
        : []),
      ...(writable && !downloads.active ? [command('gaps', 'download', () => downloads.fetchGaps('all'))] : []),
      ...(downloads.progress?.state === 'running' ? [command('pause', 'pause', downloads.pause)] : []),
      ...(downloads.progress?.state === 'paused' ? [command('resume', 'play', downloads.resume)] : []),
      ...(open ? [menu('export', 'export')] : []),
      { ...menu('guide', 'reference'), hint: 'F1' },
      { ...menu('keys', 'keyboard'), hint: '?' },
      menu('show-log', 'events'),
      menu('diagnostics', 'info'),
      menu('about', 'info'),
      command('theme', 'preferences', () => program.setPreferences({ theme: program.dark ? 'light' : 'dark' })),
      ...LANGUAGES.filter((language) => language !== program.language).map((language) => ({
        ...command(`language-${language}`, 'preferences', () => program.setPreferences({ language })),
        words: wordsOf(language).habits.switchTo,
      })),
      ...(program.info?.can.chooseFiles ? [menu('open-book', 'folder')] : []),
      ...recent.value
        .filter((file) => file !== book.summary?.file)
        .map((file) => ({
          id: `recent-${encodeURIComponent(file)}`,
          icon: 'book' as const,
          words: t('palette.recent', { book: bookCalled(file, null) }),
          hint: file,
          whenTyped: true,
          run: () => obey({ command: 'open-book', file }),
        })),
      ...(open ? [menu('close-book', 'close')] : []),
      ...(account.state?.session === 'signed-in'
        ? [menu('sign-out', 'close')]
        : [command('signIn', 'people', () => router.push({ name: 'sign-in' }))]),
    ]
  })
  return { commands, loadRecent }
}

/** The saved views of all screens, each shown by its command. */
export function useViewCommands() {
  const { t } = useI18n({ useScope: 'global' })
  const views = useSavedViews()
  const apply = useViewOpener()
  const commands = computed<PaletteCommand[]>(() =>
    views.views.map((view) => ({
      id: `view-${view.screen}-${encodeURIComponent(view.name)}`,
      icon: 'view',
      words: t('palette.view', { name: view.name }),
      hint: t(`screen.${view.screen}`),
      run: () => apply(view),
    })),
  )
  // Without them the palette still finds everything else.
  const load = () => views.load().catch(() => undefined)
  return { commands, load }
}
