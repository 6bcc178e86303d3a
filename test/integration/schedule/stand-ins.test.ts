import { appendFileSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cronOf } from '../../../electron/backend/schedule/drivers/cron.ts'
import { launchdOf } from '../../../electron/backend/schedule/drivers/launchd.ts'
import type { Scheduler } from '../../../electron/backend/schedule/drivers/scheduler.ts'
import { systemdOf } from '../../../electron/backend/schedule/drivers/systemd.ts'
import { taskSchedulerOf } from '../../../electron/backend/schedule/drivers/task-scheduler.ts'
import { idHere, lastRun } from '../../../electron/backend/schedule/runs.ts'
import { createSchedules } from '../../../electron/backend/schedule/schedules.ts'
import { USUAL_TIMES } from '../../../electron/contract/schedule-words.ts'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { standInHome, writeLauncher } from '../../support/schedulers/home.ts'
import { NASTY } from '../../support/schedulers/orders.ts'
import { builtCli, meterbookProcess, type Outcome } from '../cli/run-cli.ts'

/**
 * Entries with names of the worst kind, written by the drivers, read by stand-ins for the schedulers' tools, which start what
 * the entries say: the built command line, against the demo service. The real schedulers: real.test.ts.
 */
const isPosix = process.platform !== 'win32'

/** Runs a tool to its end. The demo service answers from this process meanwhile: it must not be blocked. */
function ended(program: string, args: readonly string[], options: SpawnOptions = {}): Promise<{ status: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => void (said += text))
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, said }))
  })
}
const startUnit = (id: string) => ended('systemctl', ['--user', 'start', `meterbook-${id}.service`])
describe.skipIf(!isPosix)('entries that are really started (skipped on Windows: the stand-ins are shell scripts)', () => {
  let service: DemoService
  let stand: ReturnType<typeof standInHome>
  let [shared, data, book, launcher] = ['', '', '', '']
  const NOW = Date.parse('2026-03-01T12:00:00Z')

  beforeAll(async () => {
    service = await startDemoService({ stations: 3, now: () => Date.now() })
    shared = mkdtempSync(path.join(os.tmpdir(), 'meterbook-schedule-book-'))
    const first = [
      'sync',
      '--url',
      service.url,
      '--email',
      service.email,
      '--book',
      path.join(shared, 'b.meterbook'),
      '--archives',
      'reference',
    ]
    expect((await meterbookProcess(first, shared, { METERBOOK_PASSWORD: service.password })).code).toBe(0)
  })
  afterAll(async () => {
    await service.close()
    rmSync(shared, { recursive: true, force: true })
  })
  beforeEach(() => {
    stand = standInHome(['systemctl', 'crontab', 'launchctl', 'schtasks', 'who'])
    data = path.join(stand.home, `data ${NASTY}`)
    book = path.join(stand.home, 'books', `${NASTY}.meterbook`)
    launcher = path.join(stand.home, `program ${NASTY}`, 'meterbook')
    mkdirSync(path.dirname(book), { recursive: true })
    const { url, email, password } = service
    writeLauncher(launcher, { cli: builtCli, url, email, password })
    copyFileSync(path.join(shared, 'b.meterbook'), book)
  })
  afterEach(() => stand.remove())

  const schedulesBy = (scheduler: (home: string) => Scheduler, nowMs: () => number = Date.now) => {
    const places = {
      home: stand.home,
      config: path.join(stand.home, '.config'),
      own: path.join(data, 'schedules'),
      uid: os.userInfo().uid,
      account: null,
    }
    const host = { dataFolder: data, commandLine: { program: launcher, args: [] }, systemTimeZone: 'UTC' }
    return createSchedules({ host, nowMs, places, schedulers: [scheduler(stand.home)] })
  }
  const systemd = (home: string) => systemdOf(path.join(home, '.local', 'share'))
  const launchd = (home: string) => launchdOf({ home, config: '', own: '', uid: os.userInfo().uid, account: null })
  const files = () =>
    spawnSync('find', ['.', '-name', '*meterbook-*', '-o', '-name', 'app.meterbook.*', '-o', '-name', 'schedule-*.sh'], {
      cwd: stand.home,
      encoding: 'utf8',
    })
      .stdout.split('\n')
      .filter(Boolean)

  test('systemd: the service starts the built command line, the state says how it ended, and nothing is left behind', () =>
    stand.within(async () => {
      const schedules = schedulesBy(systemd)
      const written = await schedules.set(book, USUAL_TIMES)
      expect(written).toMatchObject({ standing: 'on', scheduler: 'systemd', lastRun: null, missedMs: null, times: USUAL_TIMES })
      expect(
        written.texts.map(({ file, found }) => [
          readFileSync(file, 'utf8') === written.texts.find((text) => text.file === file)?.text,
          found,
        ]),
      ).toEqual([
        [true, null],
        [true, null],
      ])
      expect(written.commands).toEqual(
        ['daemon-reload', 'enable', 'restart'].map(
          (verb) => `systemctl --user ${verb}${verb === 'daemon-reload' ? '' : ` meterbook-${written.id}.timer`}`,
        ),
      )

      expect(await startUnit(written.id)).toEqual({ status: 0, said: '' })
      expect(stand.journal()).toMatch(/^Fetched {3}[\d,]+ records/m)
      const after = await schedules.of(book)
      expect(after).toMatchObject({ standing: 'on', lastRun: { end: 'done', exit: 0, failure: null, failedTasks: 0 } })
      expect(after?.lastRun?.added).toBeGreaterThan(0)
      expect(after?.says).toContain(`meterbook-${written.id}.service: ExecMainStatus=0`)

      await schedules.remove(written.id)
      expect(await schedules.of(book)).toBeNull()
      expect(files()).toEqual([])
      expect(stand.asked().slice(-2)).toEqual([
        `systemctl --user disable --now meterbook-${written.id}.timer`,
        'systemctl --user daemon-reload',
      ])
    }))

  test('cron: the line starts the script, which starts the built command line; other lines stay', () =>
    stand.within(async () => {
      spawnSync('crontab', ['-'], { input: '0 5 * * * true\n' })
      const schedules = schedulesBy(cronOf)
      const written = await schedules.set(book, { at: '02:15', days: ['mon', 'thu'], everyHours: null })
      const [mine, line = ''] = stand.crontab()
      expect(mine).toBe('0 5 * * * true')
      const fields = line.split(' ')
      expect(fields.slice(0, 5)).toEqual(['15', '2', '*', '*', '1,4'])
      // As cron does it: what follows the five fields goes to a shell, with little in its environment.
      const env = { HOME: stand.home, PATH: process.env['PATH'] }
      expect(await ended('/bin/sh', ['-c', fields.slice(5).join(' ')], { env })).toEqual({ status: 0, said: '' })
      expect(await schedules.of(book)).toMatchObject({ standing: 'on', lastRun: { end: 'done', exit: 0 } })
      await schedules.remove(written.id)
      expect(stand.crontab()).toEqual(['0 5 * * * true'])
      expect(files()).toEqual([])
    }))

  test('launchd: the agent starts the built command line, whose output goes to its log', () =>
    stand.within(async () => {
      const schedules = schedulesBy(launchd)
      const written = await schedules.set(book, USUAL_TIMES)
      // Again, with another time: what is loaded goes first.
      await schedules.set(book, { ...USUAL_TIMES, at: '03:00' })
      await schedules.run(book)
      expect(await schedules.of(book)).toMatchObject({
        standing: 'on',
        times: { at: '03:00' },
        says: ['state = not running', 'runs = 1', 'last exit code = 0'],
        lastRun: { end: 'done', exit: 0 },
      })
      expect(readFileSync(path.join(data, 'schedules', `${written.id}.log`), 'utf8')).toMatch(/^Fetched/m)
      await schedules.remove(written.id)
      expect(files()).toEqual([])
    }))

  test('Task Scheduler: what the system gives back in its own words is the same; a task that was changed is told', () =>
    stand.within(async () => {
      const schedules = schedulesBy(taskSchedulerOf)
      // The script has its place in the data folder, whose name the scheduler would read variables in.
      await expect(schedules.set(book, USUAL_TIMES)).rejects.toMatchObject({ code: 'UNSCHEDULABLE_NAME' })
    }))

  test('what somebody changed by hand is shown and not written over, unless it is written anew', () =>
    stand.within(async () => {
      const schedules = schedulesBy(systemd)
      const { texts, id } = await schedules.set(book, USUAL_TIMES)
      const timer = texts[1]?.file ?? ''
      appendFileSync(timer, 'OnCalendar=hourly\n')
      const changed = await schedules.of(book)
      expect(changed).toMatchObject({ standing: 'changed' })
      expect(changed?.texts[1]?.found).toBe(`${texts[1]?.text}OnCalendar=hourly\n`)
      await expect(schedules.set(book, { ...USUAL_TIMES, at: '04:00' })).rejects.toMatchObject({
        code: 'SCHEDULE_CHANGED',
        data: { file: timer },
      })
      expect(readFileSync(timer, 'utf8')).toContain('hourly')
      expect(await schedules.set(book, { ...USUAL_TIMES, at: '04:00' }, { anew: true })).toMatchObject({
        standing: 'on',
        times: { at: '04:00' },
      })
      expect(readFileSync(timer, 'utf8')).not.toContain('hourly')

      // By 'systemctl --user edit' nothing of ours is changed, and yet another time counts.
      mkdirSync(`${timer}.d`)
      writeFileSync(path.join(`${timer}.d`, 'override.conf'), '[Timer]\nOnCalendar=hourly\n')
      expect(await schedules.of(book)).toMatchObject({ standing: 'changed' })
      rmSync(`${timer}.d`, { recursive: true })

      spawnSync('systemctl', ['--user', 'disable', '--now', `meterbook-${id}.timer`])
      expect(await schedules.of(book)).toMatchObject({ standing: 'gone', nextMs: null })
      rmSync(timer)
      const gone = await schedules.of(book)
      expect([gone?.standing, gone?.texts[1]?.found]).toEqual(['gone', ''])
      expect(await schedules.set(book, USUAL_TIMES)).toMatchObject({ standing: 'on' })
    }))

  test('an entry of which nothing is kept is not written over either', () =>
    stand.within(async () => {
      const { texts } = await schedulesBy(systemd).set(book, USUAL_TIMES)
      rmSync(path.join(data, 'schedules'), { recursive: true })
      appendFileSync(texts[0]?.file ?? '', '# mine\n')
      await expect(schedulesBy(systemd).set(book, USUAL_TIMES)).rejects.toMatchObject({ code: 'SCHEDULE_CHANGED' })
    }))

  test('once the program is uninstalled an entry does nothing, quietly; once it is back it works again', () =>
    stand.within(async () => {
      for (const scheduler of [systemd, cronOf]) {
        const schedules = schedulesBy(scheduler)
        const { id } = await schedules.set(book, USUAL_TIMES)
        const fire = () => {
          const line = stand.crontab().find((one) => one.endsWith(id))
          const command = line?.split(' ').slice(5).join(' ') ?? `systemctl --user start meterbook-${id}.service`
          return ended('/bin/sh', ['-c', command])
        }
        renameSync(launcher, `${launcher}.away`)
        expect(await fire()).toEqual({ status: 0, said: '' })
        expect(await schedules.of(book)).toMatchObject({ standing: 'program-gone', lastRun: null, nextMs: null })
        renameSync(`${launcher}.away`, launcher)
        expect(await schedules.of(book)).toMatchObject({ standing: 'on', lastRun: null })
        await schedules.remove(id)
      }
    }))

  test('a book that moved is told, no new one is made in its place, and the run says why it failed, once', () =>
    stand.within(async () => {
      const schedules = schedulesBy(systemd)
      const { id } = await schedules.set(book, USUAL_TIMES)
      renameSync(book, `${book}.moved`)
      expect((await startUnit(id)).status).toBe(1)
      expect(existsSync(book)).toBe(false)
      const [moved] = await schedules.all()
      expect(moved).toMatchObject({ standing: 'book-gone', lastRun: { end: 'failed', exit: 5, failure: { code: 'BOOK_MISSING' } } })
      expect(schedules.untold()).toMatchObject([{ book, run: { exit: 5 } }])
      expect(schedules.untold()).toEqual([])
    }))

  test('a service that refuses fails the run with its reason, and the next one that succeeds is no news', () =>
    stand.within(async () => {
      const { email, password } = service
      // A password that the service refuses: the quickest of all failures.
      writeLauncher(launcher, { cli: builtCli, url: service.url, email, password: 'wrong' })
      const schedules = schedulesBy(systemd)
      const { id } = await schedules.set(book, USUAL_TIMES)
      await startUnit(id)
      expect(await schedules.of(book)).toMatchObject({ lastRun: { end: 'failed', exit: 3, added: 0, failure: { code: 'WRONG_PASSWORD' } } })
      writeLauncher(launcher, { cli: builtCli, url: service.url, email, password })
      await startUnit(id)
      expect(await schedules.of(book)).toMatchObject({ lastRun: { end: 'done' } })
      expect(schedules.untold()).toEqual([])
    }))

  test('a run that was due and never began is seen; one that was made up for is not', () =>
    stand.within(async () => {
      let nowMs = NOW
      const schedules = schedulesBy(systemd, () => nowMs)
      await schedules.set(book, USUAL_TIMES)
      const due = Date.parse('2026-03-02T01:30:00Z')
      const missed = async () => (await schedules.of(book))?.missedMs
      nowMs = due + 10 * 60_000
      expect(await missed()).toBeNull()
      nowMs = due + 60 * 60_000
      expect(await missed()).toBe(due)
    }))

  test('a scheduler that refuses is quoted', () =>
    stand.within(async () => {
      const schedules = schedulesBy(systemd)
      writeFileSync(path.join(stand.home, 'bin', 'systemctl'), '#!/bin/sh\necho "No space left on device" >&2\nexit 1\n')
      await expect(schedules.set(book, USUAL_TIMES)).rejects.toMatchObject({ code: 'NO_SCHEDULER' })
      writeFileSync(
        path.join(stand.home, 'bin', 'systemctl'),
        '#!/bin/sh\n[ "$2" = show ] && exit 0\necho "No space left on device" >&2\nexit 1\n',
      )
      await expect(schedules.set(book, USUAL_TIMES)).rejects.toMatchObject({
        code: 'SCHEDULE_REFUSED',
        data: { tool: 'systemctl --user daemon-reload', said: 'No space left on device' },
      })
      // What was written halfway stands as such, and can be taken away.
      const [half] = await schedules.all()
      expect(half).toMatchObject({ standing: 'gone' })
    }))
})

test.skipIf(!isPosix)('the tasks of Windows, by a stand-in (skipped on Windows itself: real.test.ts)', async () => {
  const stand = standInHome(['schtasks'])
  const own = path.join(stand.home, 'schedules')
  const program = path.join(stand.home, 'meterbook')
  const book = path.join(stand.home, 'Книга.meterbook')
  for (const file of [program, book]) writeFileSync(file, '')
  // Paths are joined as Windows does it; here that is one strange name in the folder of the test.
  const before = process.cwd()
  process.chdir(stand.home)
  try {
    await stand.within(async () => {
      const schedules = createSchedules({
        host: { dataFolder: stand.home, commandLine: { program, args: [] }, systemTimeZone: 'UTC' },
        nowMs: Date.now,
        places: { home: stand.home, config: '', own, uid: null, account: 'OFFICE\\Иван' },
        schedulers: [taskSchedulerOf()],
      })
      const written = await schedules.set(book, USUAL_TIMES)
      expect(written).toMatchObject({
        standing: 'on',
        scheduler: 'task-scheduler',
        says: [`TaskName: Meterbook ${written.id}`, 'Last Result: 267011'],
      })
      // Somebody chooses another time in the scheduler's window.
      const stateFile = path.join(stand.home, '.stand-in', 'state.json')
      writeFileSync(stateFile, readFileSync(stateFile, 'utf8').replaceAll('T01:30', 'T05:30'))
      expect(await schedules.of(book)).toMatchObject({ standing: 'changed' })
      await expect(schedules.set(book, USUAL_TIMES)).rejects.toMatchObject({ code: 'SCHEDULE_CHANGED' })
      await schedules.remove(written.id)
      expect(await schedules.all()).toEqual([])
      expect(stand.asked().at(-1)).toBe(`schtasks /Delete /TN Meterbook ${written.id} /F`)
    })
  } finally {
    process.chdir(before)
    stand.remove()
  }
})

describe.skipIf(process.platform !== 'linux')('the built command line (skipped where the system has another scheduler than these)', () => {
  let stand: ReturnType<typeof standInHome>
  let [data, book] = ['', '']
  beforeEach(() => {
    stand = standInHome(['systemctl'])
    data = path.join(stand.home, 'data')
    book = path.join(stand.home, 'trip.meterbook')
    // It is not opened: only that it is there counts.
    writeFileSync(book, '')
  })
  afterEach(() => stand.remove())
  const schedule = (...args: string[]): Promise<Outcome> =>
    meterbookProcess(['schedule', ...args], data, { ...stand.env, TZ: 'Europe/Moscow' })

  test('writes, shows, keeps what was changed by hand, lists and takes away', async () => {
    const draft = await schedule('--book', book, '--at', '02:15', '--days', 'tue,mon', '--dry-run')
    expect(draft.code).toBe(0)
    expect(draft.stdout).toContain('OnCalendar=Mon,Tue *-*-* 02:15:00')
    expect(stand.asked()).toEqual(['systemctl --user show --property=Version'])
    expect(existsSync(path.join(stand.home, '.config'))).toBe(false)

    const written = await schedule('--book', book, '--at', '02:15', '--days', 'tue,mon')
    expect([written.code, written.stderr]).toEqual([0, ''])
    expect(written.stdout).toMatch(/^Written {3}mon, tue at 02:15$/m)
    expect(written.stdout).toMatch(/^By {8}systemd: as it was written$/m)
    const shown = await schedule('--book', book, '--show', '--json')
    const { schedule: one } = JSON.parse(shown.stdout) as { schedule: { texts: { file: string; text: string }[]; id: string } }
    for (const { file, text } of one.texts) {
      expect(readFileSync(file, 'utf8')).toBe(text)
      expect(written.stdout).toContain(text.trimEnd())
    }
    // Node with the entry: this is the repository.
    expect(one.texts[0]?.text).toContain(`entry.cjs" "cli" "sync" "--book" "${book}" "--scheduled"`)

    appendFileSync(one.texts[1]?.file ?? '', '# mine\n')
    const refused = await schedule('--book', book, '--at', '03:00')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('Somebody changed the entry by hand')
    expect((await schedule()).code).toBe(1)
    expect((await schedule('--book', book, '--at', '03:00', '--anew')).code).toBe(0)
    expect((await schedule()).stdout).toMatch(/^When {6}every day at 03:00, while you are logged on$/m)
    const removed = await schedule('--book', book, '--remove')
    expect([removed.code, removed.stdout.split('\n')[0]]).toEqual([0, 'Removed   every day at 03:00'])
    expect((await schedule()).stdout).toBe('No book is kept fresh by itself.\n')
    expect((await schedule('--book', book, '--remove')).stdout).toBe('There was no entry.\n')
  })

  test('the demo’s book is refused before any scheduler is asked; a run of an entry that stands all the same says why', async () => {
    const demo = path.join(stand.home, 'demo.meterbook')
    expect((await meterbookProcess(['sync', '--demo', '--book', demo, '--archives', 'reference'], data)).code).toBe(0)
    for (const more of [['--at', '01:00'], ['--dry-run']]) {
      const refused = await schedule('--book', demo, ...more)
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("The demo's book is not kept fresh by itself")])
    }
    expect(stand.asked()).toEqual([])
    const run = await meterbookProcess(['sync', '--book', demo, '--scheduled', '--json'], data)
    expect([run.code, JSON.parse(run.stdout)]).toMatchObject([2, { failure: { code: 'DEMO_UNSCHEDULED' }, exit: 2 }])
    expect(lastRun(data, idHere(demo))).toMatchObject({ end: 'failed', failure: { code: 'DEMO_UNSCHEDULED' } })
  })

  test('without any scheduler it says so and writes nothing; wrong times are wrong usage', async () => {
    for (const args of [
      ['--at', '24:00'],
      ['--days', 'moon'],
      ['--every', '5'],
    ])
      expect((await schedule('--book', book, ...args)).code).toBe(2)
    expect((await schedule('--at', '01:00')).code).toBe(2)
    rmSync(path.join(stand.home, 'bin', 'systemctl'))
    writeFileSync(path.join(stand.home, 'bin', 'systemctl'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const none = await schedule('--book', book, '--at', '01:00')
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('No scheduler of this computer answers')])
    expect(existsSync(path.join(stand.home, '.config'))).toBe(false)
  })
})
