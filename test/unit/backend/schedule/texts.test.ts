import { describe, expect, test } from 'vitest'
import { refuseUnholdable, type Entry } from '../../../../electron/backend/schedule/order.ts'
import { cronEntry, crontabWith, lineIn } from '../../../../electron/backend/schedule/texts/cron.ts'
import { launchdEntry } from '../../../../electron/backend/schedule/texts/launchd.ts'
import { systemdEntry } from '../../../../electron/backend/schedule/texts/systemd.ts'
import { taskEntry, taskFacts } from '../../../../electron/backend/schedule/texts/task-scheduler.ts'
import { nastyOrder, nastyOrderThere, places } from '../../../support/schedulers/orders.ts'

/** What is written for each scheduler, byte for byte, with names of the worst kind. */

const raw = String.raw
const plain = { ...nastyOrder, book: '/b/trip.meterbook', commandLine: { program: '/opt/meterbook', args: [] }, dataFolder: null }
const workdays = { at: '13:05', days: ['mon', 'tue', 'wed', 'thu', 'fri'], everyHours: 6 } as const
const textOf = ({ texts }: Entry, end: string) => texts.find(({ file }) => file.endsWith(end))?.text ?? ''
const commands = (entry: Entry) => ({
  on: entry.on.map(({ command }) => command.join(' ')),
  off: entry.off.map(({ command }) => command.join(' ')),
  after: entry.after?.map(({ command }) => command.join(' ')),
  run: entry.run.command.join(' '),
})

describe('systemd', () => {
  test('the service: every sign that a unit obeys is written so that it is not obeyed', () => {
    const entry = systemdEntry(nastyOrder, places)
    expect(entry.texts.map(({ file }) => file)).toEqual([
      '/home/u/.config/systemd/user/meterbook-0123456789.service',
      '/home/u/.config/systemd/user/meterbook-0123456789.timer',
    ])
    expect(textOf(entry, '.service')).toBe(
      [
        '# Written by Meterbook, which takes it away again: Preferences, or meterbook schedule --remove.',
        '[Unit]',
        raw`Description=Meterbook keeps Иван's "50%%" $HOME & <b> \n %%h ${'`'}id${'`'} #; 🔥.meterbook fresh`,
        raw`ConditionFileIsExecutable=/opt/Иван's "50%%" $HOME & <b> \n %%h ${'`'}id${'`'} #; 🔥/meterbook`,
        '',
        '[Service]',
        'Type=oneshot',
        raw`ExecStart="/bin/sh" "-c" "exec \"$$0\" \"$$@\"" "/opt/Иван's \"50%%\" $$HOME & <b> \\n %%h ${'`'}id${'`'} #; 🔥/meterbook" "sync" "--book" "/books/Иван's \"50%%\" $$HOME & <b> \\n %%h ${'`'}id${'`'} #; 🔥.meterbook" "--scheduled"`,
        raw`Environment="METERBOOK_DATA=/data/Иван's \"50%%\" $HOME & <b> \\n %%h ${'`'}id${'`'} #; 🔥"`,
        'SuccessExitStatus=1 130',
        'TimeoutStartSec=6h',
        'Nice=10',
        'IOSchedulingClass=idle',
        '',
      ].join('\n'),
    )
  })

  test('a program that systemd starts by itself stands first; its path takes no variables', () => {
    const commandLine = { program: '/opt/Счётчик $HOME 50%/meterbook', args: ['$x'] }
    expect(textOf(systemdEntry({ ...plain, commandLine }, places), '.service')).toContain(
      '\nExecStart="/opt/Счётчик $HOME 50%%/meterbook" "$$x" "sync" "--book" "/b/trip.meterbook" "--scheduled"\n',
    )
  })

  test('the timer, of each night and of workdays every six hours', () => {
    const timer = (times: typeof nastyOrder.times) => textOf(systemdEntry({ ...plain, times }, places), '.timer')
    expect(timer(plain.times)).toBe(
      [
        '# Written by Meterbook, which takes it away again: Preferences, or meterbook schedule --remove.',
        '[Unit]',
        'Description=When Meterbook keeps trip.meterbook fresh',
        '',
        '[Timer]',
        'OnCalendar=*-*-* 01:30:00',
        'Persistent=true',
        'RandomizedDelaySec=10min',
        '',
        '[Install]',
        'WantedBy=timers.target',
        '',
      ].join('\n'),
    )
    expect(timer(workdays)).toContain('\nOnCalendar=Mon,Tue,Wed,Thu,Fri *-*-* 01,07,13,19:05:00\n')
  })

  test('what is run', () => {
    expect(commands(systemdEntry(plain, places))).toEqual({
      on: [
        'systemctl --user daemon-reload',
        'systemctl --user enable meterbook-0123456789.timer',
        'systemctl --user restart meterbook-0123456789.timer',
      ],
      off: ['systemctl --user disable --now meterbook-0123456789.timer'],
      after: ['systemctl --user daemon-reload'],
      run: 'systemctl --user start --no-block meterbook-0123456789.service',
    })
  })
})

describe('cron', () => {
  test('the script, and a line that holds nothing that anybody chose', () => {
    const entry = cronEntry(nastyOrder, places)
    expect(textOf(entry, '.sh')).toBe(
      [
        '#!/bin/sh',
        '# Written by Meterbook, which takes it away again: Preferences, or meterbook schedule --remove.',
        '# Once the program is uninstalled nothing happens.',
        raw`[ -x '/opt/Иван'\''s "50%" $HOME & <b> \n %h ${'`'}id${'`'} #; 🔥/meterbook' ] || exit 0`,
        '# Only while the user is logged on: the secrets are locked otherwise.',
        '[ -d "/run/user/$(id -u)" ] || who | grep -q "^$(id -un) " || exit 0',
        '# Cron knows no session: the keychain answers on its bus, where that lies in the usual place.',
        'XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-/run/user/$(id -u)}"',
        'if [ -S "$XDG_RUNTIME_DIR/bus" ]; then',
        '  DBUS_SESSION_BUS_ADDRESS="${DBUS_SESSION_BUS_ADDRESS:-unix:path=$XDG_RUNTIME_DIR/bus}"',
        '  export XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS',
        'fi',
        raw`METERBOOK_DATA='/data/Иван'\''s "50%" $HOME & <b> \n %h ${'`'}id${'`'} #; 🔥'`,
        'export METERBOOK_DATA',
        raw`exec nice '/opt/Иван'\''s "50%" $HOME & <b> \n %h ${'`'}id${'`'} #; 🔥/meterbook' 'sync' '--book' '/books/Иван'\''s "50%" $HOME & <b> \n %h ${'`'}id${'`'} #; 🔥.meterbook' '--scheduled' >>'/data/Иван'\''s "50%" $HOME & <b> \n %h ${'`'}id${'`'} #; 🔥/schedules/0123456789.log' 2>&1`,
        '',
      ].join('\n'),
    )
    expect(textOf(entry, 'crontab')).toBe('30 1 * * * /bin/sh "$HOME/.config/meterbook/schedule-0123456789.sh" # meterbook-0123456789')
    const weekly = cronEntry({ ...plain, times: { at: '13:05', days: ['mon', 'sun'], everyHours: 12 } }, places)
    expect(textOf(weekly, 'crontab')).toMatch(/^5 1,13 \* \* 0,1 /)
  })

  test('other lines of the crontab are left as they are', () => {
    const before = '# mine\nMAILTO=""\n0 5 * * * true # meterbook-9999999999\n'
    const line = textOf(cronEntry(plain, places), 'crontab')
    const after = crontabWith(before, plain.id, line)
    expect(after).toBe(`${before}${line}\n`)
    expect(lineIn(after, plain.id)).toBe(line)
    expect(crontabWith(after, plain.id, '1 2 * * * x # meterbook-0123456789')).toBe(`${before}1 2 * * * x # meterbook-0123456789\n`)
    expect(crontabWith(after, plain.id, null)).toBe(before)
    expect(crontabWith(`${line}\n`, plain.id, null)).toBe('')
  })
})

test('launchd: the property list', () => {
  const entry = launchdEntry({ ...nastyOrder, times: { at: '07:05', days: ['mon', 'sun'], everyHours: 12 } }, places)
  const nasty = raw`Иван's "50%" $HOME &amp; &lt;b&gt; \n %h ${'`'}id${'`'} #; 🔥`
  expect(entry.texts).toEqual([
    {
      file: '/home/u/Library/LaunchAgents/app.meterbook.0123456789.plist',
      text: [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
        '<!-- Written by Meterbook, which takes it away again: Preferences, or meterbook schedule with its option remove. -->',
        '<plist version="1.0">',
        '<dict>',
        '\t<key>Label</key><string>app.meterbook.0123456789</string>',
        '\t<key>ProgramArguments</key>',
        '\t<array>',
        `\t\t<string>/opt/${nasty}/meterbook</string>`,
        '\t\t<string>sync</string>',
        '\t\t<string>--book</string>',
        `\t\t<string>/books/${nasty}.meterbook</string>`,
        '\t\t<string>--scheduled</string>',
        '\t</array>',
        '\t<key>EnvironmentVariables</key>',
        `\t<dict><key>METERBOOK_DATA</key><string>/data/${nasty}</string></dict>`,
        '\t<key>StartCalendarInterval</key>',
        '\t<array>',
        '\t\t<dict><key>Weekday</key><integer>1</integer><key>Hour</key><integer>7</integer><key>Minute</key><integer>5</integer></dict>',
        '\t\t<dict><key>Weekday</key><integer>1</integer><key>Hour</key><integer>19</integer><key>Minute</key><integer>5</integer></dict>',
        '\t\t<dict><key>Weekday</key><integer>0</integer><key>Hour</key><integer>7</integer><key>Minute</key><integer>5</integer></dict>',
        '\t\t<dict><key>Weekday</key><integer>0</integer><key>Hour</key><integer>19</integer><key>Minute</key><integer>5</integer></dict>',
        '\t</array>',
        '\t<key>ProcessType</key><string>Background</string>',
        '\t<key>LimitLoadToSessionType</key><string>Aqua</string>',
        `\t<key>StandardOutPath</key><string>/data/${nasty}/schedules/0123456789.log</string>`,
        `\t<key>StandardErrorPath</key><string>/data/${nasty}/schedules/0123456789.log</string>`,
        '</dict>',
        '</plist>',
        '',
      ].join('\n'),
    },
  ])
  expect(commands(entry)).toEqual({
    on: [
      'launchctl bootout gui/501/app.meterbook.0123456789',
      'launchctl enable gui/501/app.meterbook.0123456789',
      'launchctl bootstrap gui/501 /home/u/Library/LaunchAgents/app.meterbook.0123456789.plist',
    ],
    off: ['launchctl bootout gui/501/app.meterbook.0123456789'],
    after: undefined,
    run: 'launchctl kickstart gui/501/app.meterbook.0123456789',
  })
  const nightly = launchdEntry(plain, places).texts[0]?.text
  expect(nightly).toContain('\n\t\t<dict><key>Hour</key><integer>1</integer><key>Minute</key><integer>30</integer></dict>\n')
  expect(nightly).not.toContain('Weekday')
})

describe('Task Scheduler', () => {
  test('the script: per cent signs are written twice, all else stands between quotes', () => {
    const entry = taskEntry(nastyOrderThere, places)
    const nasty = `Иван's 50%% %%TEMP%% ^& !x! $HOME 🔥`
    expect(entry.texts[0]).toEqual({
      file: 'C:\\Users\\Иван & Co\\AppData\\Local\\Meterbook\\schedules\\meterbook-0123456789.cmd',
      text: [
        '@echo off',
        'rem Written by Meterbook, which takes it away again: Preferences, or meterbook schedule --remove.',
        'setlocal DisableDelayedExpansion',
        'rem The names below are written in UTF-8.',
        'chcp 65001 >nul',
        'rem Once the program is uninstalled nothing happens.',
        `if not exist "C:\\Programs\\${nasty}\\meterbook.cmd" exit /b 0`,
        `set "METERBOOK_DATA=D:\\data\\${nasty}"`,
        'rem Nobody is there who could answer a question.',
        `"C:\\Programs\\${nasty}\\meterbook.cmd" "sync" "--book" "D:\\books\\${nasty}.meterbook" "--scheduled" <nul >>"D:\\data\\${nasty}\\schedules\\0123456789.log" 2>&1`,
        '',
      ].join('\r\n'),
    })
  })

  test('the task, in the order of its schema', () => {
    const entry = taskEntry({ ...nastyOrderThere, times: { at: '01:30', days: ['sat', 'sun'], everyHours: 12 } }, places)
    const trigger = (time: string) => [
      '    <CalendarTrigger>',
      '      <Enabled>true</Enabled>',
      `      <StartBoundary>2026-01-01T${time}:00</StartBoundary>`,
      '      <RandomDelay>PT10M</RandomDelay>',
      '      <ScheduleByWeek>',
      '        <DaysOfWeek>',
      '          <Saturday />',
      '          <Sunday />',
      '        </DaysOfWeek>',
      '        <WeeksInterval>1</WeeksInterval>',
      '      </ScheduleByWeek>',
      '    </CalendarTrigger>',
    ]
    expect(entry.texts[1]).toEqual({
      file: 'C:\\Users\\Иван & Co\\AppData\\Local\\Meterbook\\schedules\\meterbook-0123456789.xml',
      text: [
        '<?xml version="1.0" encoding="UTF-16"?>',
        '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
        '  <RegistrationInfo>',
        '    <Author>Meterbook</Author>',
        `    <Description>Keeps D:\\books\\Иван's 50% %TEMP% ^&amp; !x! $HOME 🔥.meterbook fresh. Written by Meterbook, which takes it away again: Preferences, or meterbook schedule --remove.</Description>`,
        '  </RegistrationInfo>',
        '  <Triggers>',
        ...trigger('01:30'),
        ...trigger('13:30'),
        '  </Triggers>',
        '  <Principals>',
        '    <Principal id="Author">',
        '      <UserId>OFFICE\\Иван</UserId>',
        '      <LogonType>InteractiveToken</LogonType>',
        '      <RunLevel>LeastPrivilege</RunLevel>',
        '    </Principal>',
        '  </Principals>',
        '  <Settings>',
        '    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>',
        '    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
        '    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>',
        '    <AllowHardTerminate>true</AllowHardTerminate>',
        '    <StartWhenAvailable>true</StartWhenAvailable>',
        '    <RunOnlyIfNetworkAvailable>true</RunOnlyIfNetworkAvailable>',
        '    <AllowStartOnDemand>true</AllowStartOnDemand>',
        '    <Enabled>true</Enabled>',
        '    <Hidden>false</Hidden>',
        '    <RunOnlyIfIdle>false</RunOnlyIfIdle>',
        '    <WakeToRun>false</WakeToRun>',
        '    <ExecutionTimeLimit>PT6H</ExecutionTimeLimit>',
        '    <Priority>7</Priority>',
        '  </Settings>',
        '  <Actions Context="Author">',
        '    <Exec>',
        '      <Command>%SystemRoot%\\System32\\conhost.exe</Command>',
        '      <Arguments>--headless %SystemRoot%\\System32\\cmd.exe /d /c .\\meterbook-0123456789.cmd</Arguments>',
        '      <WorkingDirectory>C:\\Users\\Иван &amp; Co\\AppData\\Local\\Meterbook\\schedules</WorkingDirectory>',
        '    </Exec>',
        '  </Actions>',
        '</Task>',
        '',
      ].join('\r\n'),
    })
    expect(commands(entry)).toEqual({
      on: [
        'schtasks /Create /TN Meterbook 0123456789 /XML C:\\Users\\Иван & Co\\AppData\\Local\\Meterbook\\schedules\\meterbook-0123456789.xml /F',
      ],
      off: ['schtasks /Delete /TN Meterbook 0123456789 /F'],
      after: undefined,
      run: 'schtasks /Run /TN Meterbook 0123456789',
    })
  })

  test('an hour each takes no more triggers than a task may have', () => {
    const task = taskEntry({ ...nastyOrderThere, times: { at: '00:00', days: ['mon'], everyHours: 1 } }, places).texts[1]?.text ?? ''
    expect(task.match(/<CalendarTrigger>/g)).toHaveLength(24)
  })

  test('a task that the system gives back in other words is the same; one with another time or program is not', () => {
    const written = taskEntry(nastyOrderThere, places).texts[1]?.text ?? ''
    // As schtasks prints it: an address added, defaults left out, foreign letters of another code page.
    const given = written
      .replace('<RegistrationInfo>', '<RegistrationInfo>\r\n    <URI>\\Meterbook 0123456789</URI>')
      .replace('      <RunLevel>LeastPrivilege</RunLevel>\r\n', '')
      .replace('Иван &amp; Co', '\u0088\u00a2\u00a0\u00ad &amp; Co')
    expect(taskFacts(given)).toEqual(taskFacts(written))
    expect(taskFacts(given.replace('T01:30', 'T02:30'))).not.toEqual(taskFacts(written))
    expect(taskFacts(given.replace('cmd.exe', 'calc.exe'))).not.toEqual(taskFacts(written))
    expect(taskFacts(given.replace('InteractiveToken', 'S4U'))).not.toEqual(taskFacts(written))
    expect(taskFacts(given.replace('<Enabled>true', '<Enabled>false'))).not.toEqual(taskFacts(written))
  })

  test('a folder in whose name the scheduler would replace a variable is refused', () => {
    const own = 'C:\\Users\\%USERNAME%\\schedules'
    expect(() => taskEntry(nastyOrderThere, { ...places, own })).toThrow('UNSCHEDULABLE_NAME')
  })
})

test('names that would end a line are refused before anything is written', () => {
  expect(() => refuseUnholdable(nastyOrder)).not.toThrow()
  expect(() => refuseUnholdable({ ...nastyOrder, book: '/b/a\nExecStart=/bin/sh' })).toThrow('UNSCHEDULABLE_NAME')
  expect(() => refuseUnholdable({ ...nastyOrder, dataFolder: '/d/\u0085' })).toThrow('UNSCHEDULABLE_NAME')
  expect(() => refuseUnholdable({ ...nastyOrder, log: '/d/\ud800' })).toThrow('UNSCHEDULABLE_NAME')
})
