import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { LANGUAGES, wordsOf } from '../../../electron/words/index.ts'
import { OFFERED, type OfferedScreen } from '../../../electron/contract/screens.ts'
import { useAccount } from '../../stores/account.ts'
import { useBook } from '../../stores/book.ts'
import { useDeviceDialog } from '../../stores/devices.ts'
import { useDiagnostics } from '../../stores/diagnostics.ts'
import { useDownloads } from '../../stores/downloads.ts'
import { useHelp } from '../../stores/help.ts'
import { useNotes } from '../../stores/notes.ts'
import { useNamedTrips } from '../../stores/named-trips.ts'
import { useProgram } from '../../stores/program.ts'
import { useSharing } from '../../stores/sharing.ts'
import { useTrip } from '../../stores/trip.ts'
import { useSavedViews } from '../../stores/saved-views.ts'
import { useWorkbench } from '../../stores/workbench.ts'
import { MOST_STATIONS } from '../../../electron/contract/overlaid.ts'
import { useViewOpener } from '../../parts/saved-views/use-views.ts'
import { overlayAt } from '../../places/overlay.ts'
import type { IconName } from '../../components/icons.ts'
import { useBookOpener } from '../../components/open-book.ts'

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
  run: () => unknown
}

/** Screens and commands that make sense now. */
export function usePaletteCommands() {
  const { t } = useI18n({ useScope: 'global' })
  const router = useRouter()
  const program = useProgram()
  const account = useAccount()
  const book = useBook()
  const openBook = useBookOpener()
  const devices = useDeviceDialog()
  const downloads = useDownloads()
  const trip = useTrip()
  const named = useNamedTrips()
  const sharing = useSharing()
  const help = useHelp()
  const notes = useNotes()
  const workbench = useWorkbench()
  const diagnostics = useDiagnostics()

  return computed<PaletteCommand[]>(() => {
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
      'offered' in one
        ? Object.entries(one.offered).map(([tab, id]) => command(id, one.icon, () => router.push({ name: one.name, params: { tab } })))
        : []
    const command = (id: string, icon: IconName, run: () => unknown): PaletteCommand => ({
      id,
      icon,
      words: t(`palette.${id}`),
      run,
    })
    return [
      ...OFFERED.filter((one) => open || 'withoutBook' in one).flatMap((one) => [screen(one), ...offered(one)]),
      ...(writable && router.currentRoute.value.name === 'station'
        ? [
            { ...command('note', 'note', () => notes.write(Number(router.currentRoute.value.params['id']))), hint: 'N' },
            { ...command('reading', 'meter', () => notes.read(Number(router.currentRoute.value.params['id']))), hint: 'R' },
            command('device', 'station', () => devices.open(Number(router.currentRoute.value.params['id']))),
          ]
        : []),
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
      { ...command('help', 'keyboard', () => (help.open = true)), hint: '?' },
      command('showLog', 'events', () => (diagnostics.logOpen = true)),
      command('diagnostics', 'info', () => (diagnostics.saveOpen = true)),
      command('theme', 'preferences', () => program.setPreferences({ theme: program.dark ? 'light' : 'dark' })),
      ...LANGUAGES.filter((language) => language !== program.language).map((language) => ({
        ...command(`language-${language}`, 'preferences', () => program.setPreferences({ language })),
        words: wordsOf(language).habits.switchTo,
      })),
      ...(program.info?.can.chooseFiles
        ? [command('openBook', 'folder', async () => (await openBook(null)) && router.push({ name: 'workbench' }))]
        : []),
      ...(account.state?.session === 'signed-in'
        ? [command('signOut', 'close', account.signOut)]
        : [command('signIn', 'people', () => router.push({ name: 'sign-in' }))]),
    ]
  })
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
