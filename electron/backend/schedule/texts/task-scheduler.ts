import path from 'node:path'
import { clockTimes, WEEKDAYS, type Weekday } from '../../../contract/schedule-words.ts'
import { MeterbookError } from '../../../contract/errors.ts'
import { commandOf, type Entry, type Order, type Places } from '../order.ts'
import { xml } from './xml.ts'

/** A task of Windows' Task Scheduler, in the order of elements of its schema (version 1.2), and the script that it starts. */

export const taskOf = (id: string): string => `Meterbook ${id}`

const NAMES: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** Some day in the past: from it on the trigger counts. */
const FIRST_DAY = '2026-01-01'

function trigger(time: string, days: readonly Weekday[]): string[] {
  const byDay = ['      <ScheduleByDay>', '        <DaysInterval>1</DaysInterval>', '      </ScheduleByDay>']
  const byWeek = [
    '      <ScheduleByWeek>',
    '        <DaysOfWeek>',
    ...days.map((day) => `          <${NAMES[day]} />`),
    '        </DaysOfWeek>',
    '        <WeeksInterval>1</WeeksInterval>',
    '      </ScheduleByWeek>',
  ]
  return [
    '    <CalendarTrigger>',
    '      <Enabled>true</Enabled>',
    `      <StartBoundary>${FIRST_DAY}T${time}:00</StartBoundary>`,
    '      <RandomDelay>PT10M</RandomDelay>',
    ...(days.length === WEEKDAYS.length ? byDay : byWeek),
    '    </CalendarTrigger>',
  ]
}

/** In a script `%` is written twice; between quotes all else is as it is. No name of Windows holds a quote. */
function quoted(text: string): string {
  if (text.includes('"')) throw new MeterbookError('UNSCHEDULABLE_NAME', { file: text })
  return `"${text.replaceAll('%', '%%')}"`
}

/**
 * The task starts a script of ours by a name without any foreign character: what stands between a task and a program
 * (conhost, cmd) takes arguments apart and puts them together again, each by its own rules.
 */
export function taskEntry(order: Order, places: Places): Entry {
  const script = `meterbook-${order.id}.cmd`
  // Win32 paths, also where the text is only looked at on another system.
  const join = path.win32.join
  // The scheduler replaces variables in the folder itself.
  if (/%[^%]+%/.test(places.own)) throw new MeterbookError('UNSCHEDULABLE_NAME', { file: places.own })
  const lines = [
    '@echo off',
    'rem Written by Meterbook, which takes it away again: Preferences, or meterbook schedule --remove.',
    'setlocal DisableDelayedExpansion',
    'rem The names below are written in UTF-8.',
    'chcp 65001 >nul',
    'rem Once the program is uninstalled nothing happens.',
    `if not exist ${quoted(order.commandLine.program)} exit /b 0`,
    ...(order.dataFolder === null ? [] : [`set ${quoted(`METERBOOK_DATA=${order.dataFolder}`)}`]),
    'rem Nobody is there who could answer a question.',
    `${commandOf(order).map(quoted).join(' ')} <nul >>${quoted(order.log)} 2>&1`,
    '',
  ]
  const task = [
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    '  <RegistrationInfo>',
    '    <Author>Meterbook</Author>',
    `    <Description>${xml(`Keeps ${order.book} fresh. Written by Meterbook, which takes it away again: Preferences, or meterbook schedule --remove.`)}</Description>`,
    '  </RegistrationInfo>',
    '  <Triggers>',
    ...clockTimes(order.times).flatMap((time) => trigger(time, order.times.days)),
    '  </Triggers>',
    '  <Principals>',
    '    <Principal id="Author">',
    ...(places.account === null ? [] : [`      <UserId>${xml(places.account)}</UserId>`]),
    // Only while the user is logged on, with the user's own rights and no others.
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
    // A console without a window: nothing appears over the user's work.
    String.raw`      <Command>%SystemRoot%\System32\conhost.exe</Command>`,
    `      <Arguments>--headless %SystemRoot%\\System32\\cmd.exe /d /c .\\${script}</Arguments>`,
    `      <WorkingDirectory>${xml(places.own)}</WorkingDirectory>`,
    '    </Exec>',
    '  </Actions>',
    '</Task>',
    '',
  ]
  const file = join(places.own, `meterbook-${order.id}.xml`)
  const name = taskOf(order.id)
  return {
    texts: [
      { file: join(places.own, script), text: lines.join('\r\n') },
      { file, text: task.join('\r\n') },
    ],
    on: [{ command: ['schtasks', '/Create', '/TN', name, '/XML', file, '/F'] }],
    off: [{ command: ['schtasks', '/Delete', '/TN', name, '/F'], mayFail: true }],
    run: { command: ['schtasks', '/Run', '/TN', name] },
  }
}

/**
 * What a task does and when, of its XML. The scheduler gives it back in other words than it was given (elements of its own,
 * defaults left out), and in whatever encoding the console has: foreign letters count as one.
 */
export function taskFacts(task: string): string[] {
  const told = [...task.matchAll(/<(Command|Arguments|WorkingDirectory|StartBoundary|LogonType|RunLevel)>([^<]*)</g)]
  const days = [...task.matchAll(/<(\w+day)\s*\/>/g)].map(([, day]) => day ?? '')
  const isOff = /<Enabled>\s*false/.test(task)
  const facts = told.map(([, name, value = '']) => `${name}=${value.trim().replaceAll(/[^\u0020-\u003e\u0040-\u007e]+/g, '?')}`)
  // LeastPrivilege is the default, and is left out.
  return [...facts.filter((fact) => fact !== 'RunLevel=LeastPrivilege').toSorted(), ...days, isOff ? 'off' : 'on']
}
