import { expect, type Page } from '@playwright/test'
import { RULE_CODES } from '../../../electron/contract/rules.ts'
import en from '../../../electron/words/en/window/index.ts'
import ru from '../../../electron/words/ru/window/index.ts'
import { STATIONS } from './synced.ts'

/** Every screen of the application and how to come to it on the shared book, in either language; one group is one test. */

export type Language = 'en' | 'ru'
const WORDS = { en, ru }

interface Screen {
  name: string
  place: string
  /** What the screen before has opened or chosen outlives it: only a new document has forgotten it. */
  inNewDocument?: true
  /** Waits until it is there, and does what it takes to show it. */
  show(page: Page, language: Language): Promise<void>
}

const station = `/stations/${STATIONS.main}`
const rows = (page: Page) => page.getByRole('grid').getByRole('gridcell').first()
const drawn = async (page: Page) => {
  await expect(page.locator('canvas').first()).toBeVisible()
}

const WORKBENCH: readonly Screen[] = [
  {
    name: 'workbench',
    place: '/stations',
    async show(page) {
      await rows(page).click()
      // The details show only where there is room for them.
      const isWide = (page.viewportSize()?.width ?? 0) >= 1000
      await expect(page.getByRole('heading', { level: 2, name: 'Boiler house 1' })).toBeVisible({ visible: isWide })
    },
  },
  {
    name: 'workbench-selection',
    place: '/stations',
    async show(page) {
      await rows(page).click()
      for (let at = 0; at < 3; at++) await page.keyboard.press('Shift+ArrowDown')
      await expect(page.getByRole('row', { selected: true })).toHaveCount(4)
    },
  },
  {
    name: 'workbench-facets',
    place: '/stations?text=%D0%BA%D0%BE%D1%82%D0%B5%D0%BB&not-silence=never&not-silence=lost',
    inNewDocument: true,
    async show(page) {
      await rows(page).click()
      await page.keyboard.press('f')
      await expect(page.getByRole('checkbox').first()).toBeVisible()
    },
  },
  {
    name: 'workbench-menu',
    place: '/stations',
    inNewDocument: true,
    async show(page) {
      await rows(page).click()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Shift+F10')
      await expect(page.getByRole('menuitem').first()).toBeFocused()
    },
  },
  {
    name: 'workbench-views',
    place: '/stations',
    async show(page, language) {
      const words = WORDS[language].views
      await page.getByRole('button', { name: words.label, exact: true }).click()
      await expect(page.getByRole('textbox', { name: words.name })).toBeFocused()
    },
  },
  {
    name: 'palette-other-layout',
    place: '/stations',
    async show(page, language) {
      await rows(page).click()
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox', { name: WORDS[language].palette.label }).fill('rjntk 14')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'palette',
    place: '/stations',
    inNewDocument: true,
    async show(page, language) {
      await rows(page).click()
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox', { name: WORDS[language].palette.label }).fill('котел')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'trip',
    place: '/stations',
    inNewDocument: true,
    async show(page, language) {
      await page.getByRole('button', { name: WORDS[language].trip.title }).first().click()
      await expect(page.getByText(WORDS[language].trip.disk)).toBeVisible()
    },
  },
  {
    name: 'trip-stations',
    place: '/stations',
    async show(page, language) {
      const words = WORDS[language].trip
      await rows(page).click()
      for (let at = 0; at < 3; at++) await page.keyboard.press('Shift+ArrowDown')
      await expect(page.getByRole('row', { selected: true })).toHaveCount(4)
      await page.getByRole('button', { name: words.title }).first().click()
      await expect(page.getByRole('list', { name: WORDS[language].picker.chosenList }).getByRole('listitem')).toHaveCount(4)
      await page.getByRole('button', { name: WORDS[language].picker.search, exact: true }).click()
      await page.getByRole('dialog').getByRole('searchbox').fill('котельная')
      await expect(page.getByRole('group', { name: WORDS[language].picker.matches }).getByRole('checkbox').first()).toBeVisible()
      await expect(page.getByText(words.disk)).toBeVisible()
    },
  },
  {
    name: 'export-choices',
    place: '/events',
    async show(page, language) {
      const words = WORDS[language].export
      await expect(rows(page)).toBeVisible()
      await page.getByRole('button', { name: words.label }).first().click()
      await page.getByRole('menuitem', { name: words.choices }).click()
      const dialog = page.getByRole('dialog', { name: words.dialog })
      await expect(dialog.getByRole('group', { name: words.sheets })).toBeVisible()
      await dialog.getByRole('button', { name: 'CSV' }).click()
      await dialog.getByRole('combobox', { name: words.encoding }).selectOption('windows-1251')
      await expect(dialog.getByText(words.encodingHint)).toBeVisible()
    },
  },
  {
    name: 'share',
    place: '/stations',
    async show(page, language) {
      const words = WORDS[language].sharing
      await rows(page).click()
      for (let at = 0; at < 3; at++) await page.keyboard.press('Shift+ArrowDown')
      await page.getByRole('button', { name: words.share }).click()
      await expect(page.getByRole('dialog', { name: words.shareTitle })).toBeVisible()
    },
  },
  {
    name: 'merge',
    place: '/preferences',
    async show(page, language) {
      const words = WORDS[language].sharing
      await page.getByRole('button', { name: words.merge }).click()
      const dialog = page.getByRole('dialog', { name: words.mergeTitle })
      await dialog.getByRole('textbox', { name: words.file }).fill('/nowhere/other.meterbook')
      await dialog.getByRole('button', { name: words.count }).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'export',
    place: '/stations',
    async show(page, language) {
      const words = WORDS[language].export
      await rows(page).click()
      for (let at = 0; at < 3; at++) await page.keyboard.press('Shift+ArrowDown')
      await page.getByRole('button', { name: words.label }).last().click()
      await page.getByRole('menuitem', { name: words.more }).click()
      await expect(page.getByRole('dialog', { name: words.title })).toBeVisible()
    },
  },
]

const READINGS: readonly Screen[] = [
  {
    name: 'overview',
    place: station,
    async show(page) {
      await expect(page.getByRole('heading', { level: 1, name: 'ПРГ-1' })).toBeVisible()
      await expect(page.getByRole('table').or(page.locator('dl')).first()).toBeVisible()
    },
  },
  { name: 'readings', place: `${station}/readings`, show: drawn },
  {
    name: 'readings-cursors',
    place: `${station}/readings?archive=hourly&view=unified`,
    async show(page, language) {
      await drawn(page)
      await page.getByRole('button', { name: WORDS[language].charts.cursors, exact: true }).click()
      await expect(page.getByRole('region', { name: WORDS[language].charts.difference })).toBeVisible()
    },
  },
  ...['hourly', 'daily'].map((archive) => ({
    name: `readings-carpet-${archive}`,
    place: `${station}/readings?archive=${archive}&view=unified&show=carpet`,
    async show(page: Page) {
      await expect(page.locator('canvas[data-drawn]')).toBeVisible()
      await page.locator('.carpet-canvas [role=application]').press('End')
      await expect(page.locator('.carpet-canvas .current')).toBeVisible()
    },
  })),
  {
    name: 'readings-carpet-table',
    place: `${station}/readings?archive=hourly&view=unified&show=carpet&channel=T`,
    async show(page, language) {
      await page.getByRole('button', { name: WORDS[language].carpet.asTable }).click()
      await expect(rows(page)).toBeVisible()
    },
  },
  {
    name: 'readings-band',
    place: `${station}/readings?archive=hourly&view=unified&from=2026-08-20T07:00:00Z&to=2026-11-20T07:00:00Z`,
    async show(page, language) {
      await drawn(page)
      const lanes = page.getByRole('group', { name: WORDS[language].panes.lanes })
      await expect(lanes.getByText(WORDS[language].events.short.alarm)).toBeVisible()
    },
  },
  {
    name: 'readings-pane-menu',
    place: `${station}/readings?archive=hourly&view=unified`,
    async show(page, language) {
      const words = WORDS[language].panes
      await drawn(page)
      await page
        .getByRole('button', { name: new RegExp(words.quantity.workingCounter) })
        .first()
        .click()
      await page.getByRole('button', { name: new RegExp(`^.${words.quantity.pressure}.*${words.axis.toLowerCase()}`) }).click()
      const menu = page.locator('.pane-menu').filter({ visible: true })
      await menu.getByRole('radio', { name: words.range.hand }).check()
      await expect(menu.getByRole('textbox', { name: words.from })).toBeVisible()
    },
  },
  { name: 'readings-sums', place: `${station}/readings?show=day`, show: drawn },
  {
    name: 'readings-table',
    place: `${station}/readings?show=table`,
    show: async (page) => expect(rows(page)).toBeVisible(),
  },
  {
    name: 'readings-missing',
    place: '/stations/10008/readings',
    show: async (page) => expect(page.getByRole('heading', { level: 2 })).toBeVisible(),
  },
]

const STATION: readonly Screen[] = [
  {
    name: 'events',
    place: `/stations/${STATIONS.valve}/events`,
    async show(page) {
      await rows(page).click()
      await expect(page.getByRole('complementary').getByRole('term').first()).toBeVisible()
    },
  },
  {
    name: 'settings',
    place: `${station}/settings`,
    show: async (page) => expect(page.getByRole('listitem').first()).toBeVisible(),
  },
  {
    name: 'settings-difference',
    place: `${station}/settings`,
    async show(page, language) {
      await page
        .getByRole('button', { name: language === 'en' ? /^Compare/ : /^Сравнить/ })
        .last()
        .click()
      await expect(page.getByRole('table').first()).toBeVisible()
    },
  },
  { name: 'sessions', place: `${station}/sessions`, show: drawn },
  {
    name: 'coverage',
    place: `${station}/coverage`,
    show: async (page) => expect(page.getByRole('application').first()).toBeVisible(),
  },
  {
    name: 'coverage-missing',
    place: `${station}/coverage`,
    async show(page) {
      await page.locator('.archive-coverage button.count').first().click()
      await rows(page).click()
    },
  },
  {
    name: 'compare',
    place: `/compare?ids=${Object.values(STATIONS).join(',')}`,
    async show(page) {
      await expect(page.getByRole('table')).toBeVisible()
      await expect(page.locator('.spark-line').first()).toBeVisible()
      await drawn(page)
    },
  },
  {
    name: 'overlay',
    place: `/overlay?stations=${Object.values(STATIONS).join(',')}&points=day&measure=share`,
    async show(page) {
      await drawn(page)
      await page.getByRole('application').press('End')
      await expect(page.getByRole('radio').first()).toBeVisible()
    },
  },
  {
    name: 'overlay-lacking',
    place: `/overlay?stations=${Object.values(STATIONS).join(',')}&archive=hourly&view=general&quantity=pressure`,
    show: drawn,
  },
  {
    name: 'overlay-periods',
    place: `/overlay?stations=${STATIONS.main}&step=previous&from=2026-11-01&to=2026-11-30`,
    show: drawn,
  },
  {
    name: 'overlay-add',
    place: `/overlay?stations=${STATIONS.main},${STATIONS.hole}`,
    async show(page, language) {
      await drawn(page)
      await page.getByRole('combobox', { name: WORDS[language].overlay.addLabel }).fill('57982668')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'overlay-nothing',
    place: '/overlay',
    show: async (page) => expect(page.getByRole('heading', { level: 2 })).toBeVisible(),
  },
]

const PROGRAM: readonly Screen[] = [
  {
    name: 'evidence',
    place: '/evidence',
    async show(page, language) {
      await expect(page.getByRole('button', { name: WORDS[language].evidence.makeKey })).toBeVisible()
      await page
        .getByLabel(WORDS[language].evidence.open)
        .first()
        .setInputFiles({ name: 'letter.zip', mimeType: 'application/zip', buffer: Buffer.from('no bundle') })
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'downloads',
    place: '/downloads',
    show: async (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  },
  {
    name: 'downloads-tasks',
    place: '/downloads/tasks',
    show: async (page) => expect(rows(page)).toBeVisible(),
  },
  {
    name: 'downloads-holes',
    place: '/downloads/holes',
    async show(page, language) {
      await page.getByRole('button', { name: WORDS[language].charts.coverage.empty }).click()
      await expect(rows(page)).toBeVisible()
    },
  },
  {
    name: 'downloads-trips',
    place: '/downloads/trips',
    show: async (page, language) => expect(page.getByRole('heading', { name: WORDS[language].trips.none })).toBeVisible(),
  },
  {
    name: 'downloads-history',
    place: '/downloads/history',
    show: async (page) => expect(rows(page)).toBeVisible(),
  },
  ...(['types', 'channels', 'messages', 'rejected'] as const).map((tab) => ({
    name: `reference-${tab}`,
    place: `/reference/${tab}`,
    show: async (page: Page) =>
      expect(
        page
          .getByRole('grid')
          .or(page.getByRole('heading', { level: 2 }))
          .first(),
      ).toBeVisible(),
  })),
  {
    name: 'preferences',
    place: '/preferences',
    show: async (page) => expect(page.getByRole('heading', { level: 2 }).nth(3)).toBeVisible(),
  },
  {
    name: 'preferences-schedule',
    place: '/preferences#schedule',
    show: async (page, language) => expect(page.getByRole('region', { name: WORDS[language].schedule.title, exact: true })).toBeVisible(),
  },
  {
    name: 'preferences-backup',
    place: '/preferences',
    inNewDocument: true,
    async show(page, language) {
      const words = WORDS[language].backups
      await page.getByRole('button', { name: words.make, exact: true }).click()
      await page.getByRole('list', { name: words.listed }).getByRole('button').first().click()
      await expect(page.getByRole('table', { name: words.compared })).toBeVisible()
    },
  },
  {
    name: 'preferences-zone',
    place: '/preferences',
    async show(page, language) {
      await page.getByRole('combobox', { name: WORDS[language].clock.ofBook }).fill('омск')
      await expect(page.getByRole('option', { name: /Asia\/Omsk/ })).toBeVisible()
    },
  },
  {
    name: 'licences',
    place: '/preferences',
    inNewDocument: true,
    async show(page, language) {
      const words = WORDS[language].licences
      await page.getByRole('group', { name: words.title }).getByRole('button', { name: words.show }).click()
      await page.getByRole('dialog', { name: words.title }).getByRole('listitem').first().locator('summary').click()
      await expect(page.getByRole('dialog', { name: words.title }).getByRole('region').first()).toBeVisible()
    },
  },
  {
    name: 'sign-in-again',
    place: '/sign-in',
    show: async (page) => expect(page.locator('[name=password]')).toBeVisible(),
  },
  {
    name: 'recover',
    place: '/sign-in?damaged=%2Fbooks%2Ftrip.meterbook',
    show: async (page, language) => expect(page.getByRole('button', { name: WORDS[language].recovery.action })).toBeVisible(),
  },
]

const noted = `/stations/${STATIONS.hole}`
const rail = (page: Page, language: Language) => page.getByRole('group', { name: WORDS[language].notes.rail })

const NOTES: readonly Screen[] = [
  {
    name: 'notes',
    place: `${noted}/notes`,
    async show(page, language) {
      await expect(page.getByRole('list', { name: WORDS[language].notes.list }).getByRole('listitem')).toHaveCount(4)
      await expect(page.getByRole('img').or(page.locator('.photo-thumb img')).first()).toBeVisible()
    },
  },
  {
    name: 'notes-none',
    place: `${station}/notes`,
    show: async (page, language) => expect(page.getByRole('heading', { name: WORDS[language].notes.empty })).toBeVisible(),
  },
  {
    name: 'note-editor',
    place: `${noted}/notes`,
    async show(page, language) {
      const item = page.getByRole('listitem').filter({ hasText: 'Seal 0417' })
      await item.getByRole('button', { name: WORDS[language].notes.editShort }).click()
      await expect(page.getByRole('dialog', { name: WORDS[language].notes.edit }).getByRole('listitem')).toHaveCount(2)
      await expect(page.getByRole('dialog').getByRole('img', { name: 'door.jpg' })).toBeVisible()
    },
  },
  {
    name: 'note-photo',
    place: `${noted}/notes`,
    async show(page, language) {
      await page.getByRole('button', { name: WORDS[language].notes.open.replace('{name}', 'door.jpg') }).click()
      await expect(page.getByRole('dialog').getByRole('img', { name: /door.jpg/ })).toBeVisible()
    },
  },
  {
    name: 'notes-overview',
    place: noted,
    show: async (page) => expect(page.getByText('Seal 0417 replaced by 0533.')).toBeVisible(),
  },
  {
    name: 'notes-on-chart',
    place: `${noted}/readings?archive=hourly&view=unified`,
    async show(page, language) {
      await drawn(page)
      await rail(page, language)
        .getByRole('button', { name: /Seal 0417/ })
        .hover()
      await expect(rail(page, language).getByText('Olga Lindqvist')).toBeVisible()
    },
  },
  {
    name: 'notes-in-log',
    place: `${noted}/events`,
    async show(page, language) {
      await rail(page, language)
        .getByRole('button', { name: /Seal 0417/ })
        .focus()
      await expect(rail(page, language).getByText('Olga Lindqvist')).toBeVisible()
    },
  },
]

const ALL_EVENTS: readonly Screen[] = [
  {
    name: 'all-events',
    place: '/events',
    async show(page, language) {
      await expect(page.getByRole('region', { name: WORDS[language]['all-events'].facet.messages })).toBeVisible()
      await rows(page).click()
    },
  },
  {
    name: 'all-events-open',
    place: '/events?situation=open&sort=lasting',
    show: async (page, language) => expect(page.getByRole('gridcell', { name: WORDS[language]['all-events'].open }).first()).toBeVisible(),
  },
  {
    name: 'all-events-messages',
    place: '/events?show=message',
    async show(page, language) {
      await page.getByRole('button', { name: WORDS[language]['all-events'].expand }).first().click()
      await expect(page.getByRole('button', { name: WORDS[language]['all-events'].collapse })).toBeVisible()
    },
  },
  {
    name: 'all-events-stations',
    place: '/events?show=station',
    show: async (page) => expect(rows(page)).toBeVisible(),
  },
]

/** What the data are judged by. */
const JUDGING: readonly Screen[] = [
  {
    name: 'reference-meanings',
    place: '/reference/meanings',
    show: async (page) => expect(rows(page)).toBeVisible(),
  },
  {
    name: 'reference-meaning',
    place: '/reference/meanings?type=12&kind=setting',
    async show(page, language) {
      await rows(page).click()
      const pane = page.getByRole('complementary', { name: WORDS[language].meanings.correct })
      await expect(pane.getByRole('combobox', { name: WORDS[language].meanings.role })).toBeVisible()
    },
  },
  {
    name: 'rules',
    place: '/reference/rules',
    show: async (page) => expect(page.getByRole('heading', { level: 2 })).toHaveCount(RULE_CODES.length),
  },
  {
    name: 'rules-device',
    place: `/reference/rules?device=${STATIONS.main}&rule=range`,
    async show(page, language) {
      const words = WORDS[language].rules
      const range = page.locator('#rule-range')
      await expect(range.getByRole('columnheader', { name: words.holds })).toBeVisible()
      await range.getByRole('textbox').first().fill('1e9')
      await expect(range.getByRole('alert')).toBeVisible()
    },
  },
]

const FLEET: readonly Screen[] = [
  {
    name: 'fleet',
    place: '/fleet',
    async show(page, language) {
      await rows(page).click()
      await page.keyboard.press('Space')
      await expect(page.getByRole('region', { name: WORDS[language].fleet.selection })).toBeVisible()
    },
  },
  {
    name: 'fleet-details',
    place: '/fleet',
    async show(page, language) {
      await rows(page).click()
      await page.keyboard.press(']')
      await expect(page.getByRole('complementary', { name: WORDS[language].fleet.details })).toBeVisible()
    },
  },
  {
    name: 'fleet-groups',
    place: '/fleet?show=consumer',
    show: async (page) => expect(rows(page)).toBeVisible(),
  },
  {
    name: 'fleet-tick',
    place: '/fleet',
    async show(page, language) {
      await rows(page).click()
      await page.keyboard.press('v')
      await expect(page.getByRole('dialog', { name: WORDS[language].fleet.tickTitle })).toBeVisible()
    },
  },
  {
    name: 'consumption',
    place: `/consumption?stations=${STATIONS.hole}&by=day&from=2026-10-20&to=2026-11-20`,
    show: drawn,
  },
  {
    name: 'consumption-parts',
    place: '/consumption?show=station&days=all',
    show: async (page) => expect(rows(page)).toBeVisible(),
  },
  {
    name: 'changes',
    place: '/changes?days=all',
    show: async (page) => expect(rows(page)).toBeVisible(),
  },
  {
    name: 'settings-changes',
    place: `${station}/settings?show=changes`,
    show: async (page, language) => expect(page.getByRole('grid', { name: WORDS[language].changes.grid })).toBeVisible(),
  },
]

const madeAt = `/reports?stations=${STATIONS.main}&from=2026-10-01&to=2026-10-31`
const paper = async (page: Page) => expect(page.locator('[data-drawn=true]').first()).toBeVisible({ timeout: 60_000 })
const REPORTS: readonly Screen[] = [
  { name: 'reports', place: madeAt, show: paper },
  {
    name: 'reports-pages',
    place: `${madeAt}&form=events`,
    async show(page, language) {
      await paper(page)
      const list = page.getByRole('navigation', { name: WORDS[language].reports.pageList })
      // It is remembered from one look to the next.
      if (!(await list.isVisible())) await page.getByRole('button', { name: WORDS[language].reports.pageList }).click()
      await expect(list.locator('[data-drawn=true]').first()).toBeVisible()
    },
  },
  {
    name: 'reports-copy',
    place: madeAt,
    async show(page, language) {
      await paper(page)
      await page.locator('.forms .acts button').first().click()
      await expect(page.getByRole('dialog', { name: WORDS[language].reports.copyForm })).toBeVisible()
    },
  },
  {
    name: 'reports-save',
    place: madeAt,
    async show(page, language) {
      await paper(page)
      await page.getByRole('button', { name: WORDS[language].reports.saveChoices }).click()
      await expect(page.getByRole('dialog', { name: WORDS[language].reports.saveTitle }).locator('li')).toBeVisible()
    },
  },
  {
    name: 'reports-saved-none',
    place: '/reports/saved',
    show: async (page, language) => expect(page.getByRole('heading', { name: WORDS[language].reports.noSaved })).toBeVisible(),
  },
  {
    name: 'reports-log-none',
    place: '/reports/log',
    show: async (page, language) => expect(page.getByRole('heading', { name: WORDS[language].reports.noLog })).toBeVisible(),
  },
  {
    name: 'reports-letterhead',
    place: '/reports/letterhead',
    show: async (page) => expect(page.getByRole('rowheader').first()).toBeVisible(),
  },
]

/** The station whose archive has a hole of three weeks. */
const found = `/stations/${STATIONS.hole}/findings`
const FINDINGS: readonly Screen[] = [
  {
    name: 'all-findings',
    place: '/findings',
    async show(page, language) {
      await expect(page.getByRole('grid', { name: WORDS[language].findings.grid })).toBeVisible()
      await rows(page).click()
      const details = page.getByRole('complementary', { name: WORDS[language].findings.details })
      // The details show only where there is room for them.
      await expect(details).toBeVisible({ visible: (page.viewportSize()?.width ?? 0) >= 1200 })
    },
  },
  {
    name: 'all-findings-nothing',
    place: '/findings?rules=contract_hour&states=wrong',
    show: async (page, language) => expect(page.getByRole('heading', { name: WORDS[language].findings.noMatch })).toBeVisible(),
  },
  {
    name: 'station-findings',
    place: found,
    async show(page, language) {
      await rows(page).click()
      await expect(page.getByRole('complementary', { name: WORDS[language].findings.details })).toBeVisible()
      await page.locator('summary').click()
      await expect(page.getByRole('table')).toBeVisible()
    },
  },
  {
    name: 'station-holes',
    place: `${found}?part=holes`,
    async show(page, language) {
      await expect(page.getByRole('region', { name: WORDS[language].findings.holes.title })).toBeVisible()
      await expect(rows(page)).toBeVisible()
    },
  },
  {
    name: 'station-three-sums',
    place: `${found}?part=sums`,
    async show(page, language) {
      await expect(page.getByRole('region', { name: WORDS[language].findings.sums.lead })).toBeVisible()
      await expect(rows(page)).toBeVisible()
    },
  },
  {
    name: 'finding-explained',
    place: found,
    async show(page, language) {
      await rows(page).click()
      await page.keyboard.press('e')
      await expect(page.getByRole('dialog', { name: WORDS[language].findings.explainTitle })).toBeVisible()
    },
  },
  {
    name: 'finding-in-readings',
    place: found,
    async show(page) {
      await rows(page).click()
      await page.keyboard.press('Enter')
      await drawn(page)
      await expect(page.locator('[data-marked]')).toBeVisible()
    },
  },
]

const LIFE: readonly Screen[] = [
  {
    name: 'meter-reading',
    place: station,
    async show(page, language) {
      await page.getByRole('button', { name: WORDS[language].meter.write }).click()
      const dialog = page.getByRole('dialog', { name: WORDS[language].meter.title })
      await expect(dialog.getByRole('row').nth(1)).toContainText(/\p{L}{5}/u)
    },
  },
  {
    name: 'digest',
    place: '/digest',
    show: async (page, language) => expect(page.getByRole('grid', { name: WORDS[language].digest.open })).toBeVisible(),
  },
  {
    name: 'questions',
    place: '/questions',
    inNewDocument: true,
    async show(page, language) {
      await expect(page.getByRole('heading', { name: WORDS[language].questions.empty })).toBeVisible()
      await expect(page.getByRole('textbox', { name: WORDS[language].questions.editor })).toBeVisible()
    },
  },
  {
    name: 'questions-answered',
    place: `/questions?sql=${encodeURIComponent('SELECT id AS station_id, name, last_seance_event_time FROM v_station WHERE id > :least ORDER BY id LIMIT 40')}&with=least%3D0`,
    inNewDocument: true,
    async show(page, language) {
      await page.getByRole('main').getByRole('button', { name: WORDS[language].questions.ask, exact: true }).click()
      await expect(page.getByRole('grid', { name: WORDS[language].questions.grid })).toBeVisible()
      await expect(rows(page)).toBeVisible()
    },
  },
  {
    name: 'calendar',
    place: '/verifications',
    show: async (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  },
  {
    name: 'balance-none',
    place: '/balance',
    show: async (page, language) => expect(page.getByRole('heading', { name: WORDS[language].balance.empty })).toBeVisible(),
  },
  {
    name: 'fleet-trip',
    place: '/fleet?show=trip',
    show: async (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  },
]

/** The guide beside a screen: at the screen's page, its contents, what is found, and over a dialog. */
const guide = (page: Page, language: Language) => page.getByRole('complementary', { name: WORDS[language].guide.title })
const GUIDE: readonly Screen[] = [
  {
    name: 'guide',
    place: '/stations',
    inNewDocument: true,
    async show(page, language) {
      await expect(rows(page)).toBeVisible()
      await page.keyboard.press('F1')
      await expect(guide(page, language).getByRole('heading', { level: 2 })).toBeFocused()
    },
  },
  {
    name: 'guide-contents',
    place: '/fleet',
    async show(page, language) {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('F1')
      await guide(page, language).getByRole('button', { name: WORDS[language].guide.contents }).click()
      await expect(guide(page, language).getByRole('navigation')).toHaveCount(2)
    },
  },
  {
    name: 'guide-found',
    place: '/downloads',
    async show(page, language) {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('F1')
      await guide(page, language)
        .getByRole('searchbox')
        .fill(language === 'ru' ? 'пропуски' : 'holes')
      await expect(guide(page, language).getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'guide-over-dialog',
    place: '/stations',
    inNewDocument: true,
    async show(page, language) {
      await page.getByRole('button', { name: WORDS[language].trip.title }).first().click()
      await expect(page.getByText(WORDS[language].trip.disk)).toBeVisible()
      await page.keyboard.press('F1')
      await expect(page.getByRole('dialog', { name: WORDS[language].guide.title }).locator('[data-guide-section=prepare]')).toBeFocused()
    },
  },
  {
    name: 'keys-of-screen',
    place: '/fleet',
    inNewDocument: true,
    async show(page, language) {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: WORDS[language].keys.title })).toBeVisible()
    },
  },
]

export const SCREENS = {
  workbench: WORKBENCH,
  events: ALL_EVENTS,
  readings: READINGS,
  station: STATION,
  notes: NOTES,
  life: LIFE,
  judging: JUDGING,
  fleet: FLEET,
  reports: REPORTS,
  findings: FINDINGS,
  program: PROGRAM,
  guide: GUIDE,
}

/** Waits until fonts are loaded, no transition runs and no table waits for rows. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    const endless = (animation: Animation) => animation.effect?.getComputedTiming().iterations === Infinity
    await Promise.all(
      document
        .getAnimations()
        .filter((animation) => !endless(animation))
        .map((animation) => animation.finished.catch(() => undefined)),
    )
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

/** What nobody can read: texts cut without an ellipsis, a page wider than its window, a pane that scrolls sideways. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    if (document.documentElement.scrollWidth > window.innerWidth) found.push('the page is wider than the window')
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const { overflowX } = getComputedStyle(element)
      // Tables may scroll sideways: they keep their columns together.
      const isTable = element.matches('[role=grid], [role=grid] *, :has(> table)')
      if ((overflowX === 'auto' || overflowX === 'scroll') && !isTable && element.scrollWidth > element.clientWidth + 1)
        found.push(`a pane that scrolls sideways: ${element.className}`)
      const text = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      if (!text || element.clientWidth === 0 || element.closest('.sr-only')) continue
      const style = getComputedStyle(element)
      if (style.visibility === 'hidden' || style.textOverflow === 'ellipsis') continue
      const hides = style.overflowX === 'hidden' || style.overflowX === 'clip'
      if (hides && element.scrollWidth > element.clientWidth + 1) found.push(element.textContent?.trim().slice(0, 60) ?? '')
    }
    return found
  })
}
