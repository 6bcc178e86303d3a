import { spawn, spawnSync } from 'node:child_process'
import { accessSync, appendFileSync, constants, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import plist from 'plist'
import { commandOf, valuesOf, withoutSpecifiers, wordsOf } from './unit-file.ts'

/**
 * `systemctl`, `crontab`, `launchctl` and `schtasks`, as far as Meterbook asks them: they record what was asked, refuse what
 * the real ones would refuse, and really start what an entry says. All they know lies in the home folder.
 */
const [name = '', ...args] = process.argv.slice(2)
const home = homedir()
const folder = path.join(home, '.stand-in')
mkdirSync(folder, { recursive: true })
appendFileSync(path.join(folder, 'asked.jsonl'), `${JSON.stringify([name, ...args])}\n`)

interface State {
  /** Units as they were when systemd read them last. */
  units: Record<string, string>
  enabled: string[]
  active: string[]
  status: Record<string, string[]>
  /** Agents of launchd by their targets. */
  agents: Record<string, { file: string; runs: number; exit: number | null }>
  tasks: Record<string, string>
}
const stateFile = path.join(folder, 'state.json')
const state: State = existsSync(stateFile)
  ? (JSON.parse(readFileSync(stateFile, 'utf8')) as State)
  : { units: {}, enabled: [], active: [], status: {}, agents: {}, tasks: {} }
const save = () => writeFileSync(stateFile, JSON.stringify(state))

function end(code: number, out = '', err = ''): never {
  process.stdout.write(out)
  process.stderr.write(err)
  process.exit(code)
}

/** Only these variables reach what a scheduler starts. */
const bare = (more: Record<string, string> = {}) => ({ HOME: home, PATH: process.env['PATH'], ...more })

function systemctl([user, ...rest]: string[]): never {
  if (user !== '--user') end(1, '', 'Access denied\n')
  const [verb = '', ...words] = rest
  const units = path.join(process.env['XDG_CONFIG_HOME'] ?? path.join(home, '.config'), 'systemd', 'user')
  const unit = words.findLast((word) => !word.startsWith('-')) ?? ''
  const fileOf = () => path.join(units, unit)
  const known = () => {
    if (!(unit in state.units)) end(5, '', `Failed: Unit ${unit} not found.\n`)
  }
  switch (verb) {
    case 'show':
      if (unit === '') end(0, 'Version=stand-in\n')
      end(0, [`ActiveState=${state.active.includes(unit) ? 'active' : 'inactive'}`, ...(state.status[unit] ?? []), ''].join('\n'))
    case 'daemon-reload':
      for (const one of ['service', 'timer'])
        for (const id of new Set([...Object.keys(state.units), ...namesIn(units)]))
          if (id.endsWith(`.${one}`)) {
            if (existsSync(path.join(units, id))) state.units[id] = readFileSync(path.join(units, id), 'utf8')
            else delete state.units[id]
          }
      save()
      end(0)
    case 'enable':
      if (!existsSync(fileOf())) end(1, '', `Failed to enable unit: Unit file ${unit} does not exist.\n`)
      state.enabled = [...new Set([...state.enabled, unit])]
      save()
      end(0, '', 'Created symlink.\n')
    case 'restart':
      known()
      if (
        !/^(?:[A-Z][a-z]{2}(?:,[A-Z][a-z]{2})* )?\*-\*-\* \d\d(?:,\d\d)*:\d\d:00$/.test(
          valuesOf(state.units[unit] ?? '', 'OnCalendar')[0] ?? '',
        )
      )
        end(1, '', 'Failed to parse calendar specification.\n')
      state.active = [...new Set([...state.active, unit])]
      save()
      end(0)
    case 'disable':
      state.enabled = state.enabled.filter((one) => one !== unit)
      state.active = state.active.filter((one) => one !== unit)
      save()
      end(0)
    case 'is-enabled':
      end(state.enabled.includes(unit) ? 0 : 1, state.enabled.includes(unit) ? 'enabled\n' : 'disabled\n')
    case 'is-active':
      end(state.active.includes(unit) ? 0 : 3, state.active.includes(unit) ? 'active\n' : 'inactive\n')
    case 'start': {
      known()
      if (words.includes('--no-block')) {
        spawn(process.execPath, [import.meta.filename, 'systemctl', '--user', 'start', unit], { detached: true, stdio: 'ignore' }).unref()
        end(0)
      }
      const text = state.units[unit] ?? ''
      const condition = withoutSpecifiers(valuesOf(text, 'ConditionFileIsExecutable')[0] ?? '')
      try {
        accessSync(condition, constants.X_OK)
      } catch {
        state.status[unit] = ['ConditionResult=no', 'Result=success']
        save()
        end(0)
      }
      const [program = '', ...rest] = commandOf(valuesOf(text, 'ExecStart')[0] ?? '')
      const env = Object.fromEntries(valuesOf(text, 'Environment').flatMap((line) => wordsOf(line).map((word) => split(word))))
      const done = spawnSync(program, rest, { env: bare(env), stdio: ['ignore', 'pipe', 'pipe'] })
      writeFileSync(path.join(folder, 'journal'), Buffer.concat([done.stdout, done.stderr]))
      const isFine = ['0', ...(valuesOf(text, 'SuccessExitStatus')[0] ?? '').split(' ')].includes(String(done.status))
      state.status[unit] = ['ConditionResult=yes', `Result=${isFine ? 'success' : 'exit-code'}`, `ExecMainStatus=${done.status}`]
      save()
      end(isFine ? 0 : 1)
    }
  }
  end(1, '', `Unknown command verb ${verb}.\n`)
}

const split = (assignment: string): [string, string] => {
  const at = assignment.indexOf('=')
  return [assignment.slice(0, at), assignment.slice(at + 1)]
}

function namesIn(units: string): string[] {
  return existsSync(units) ? spawnSync('ls', [units], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean) : []
}

function crontab(): never {
  const file = path.join(folder, 'crontab')
  if (args[0] === '-l') {
    if (existsSync(file)) end(0, readFileSync(file, 'utf8'))
    end(1, '', 'no crontab for tester\n')
  }
  if (args[0] !== '-') end(1, '', 'usage\n')
  const text = readFileSync(0, 'utf8')
  if (text !== '' && !text.endsWith('\n')) end(1, '', 'new crontab file is missing newline before EOF\n')
  writeFileSync(file, text)
  end(0)
}

interface Agent {
  Label: string
  ProgramArguments: string[]
  EnvironmentVariables?: Record<string, string>
  StandardOutPath: string
}

function launchctl([verb = '', target = '', file = '']: string[]): never {
  const agent = state.agents[target]
  const none = () => end(113, '', `Could not find service "${target}" in domain for user gui\n`)
  switch (verb) {
    case 'enable':
      end(0)
    case 'bootstrap': {
      const { Label } = plist.parse(readFileSync(file, 'utf8')) as unknown as Agent
      if (state.agents[`${target}/${Label}`]) end(5, '', 'Bootstrap failed: 5: Input/output error\n')
      state.agents[`${target}/${Label}`] = { file, runs: 0, exit: null }
      save()
      end(0)
    }
    case 'bootout':
      if (!agent) none()
      delete state.agents[target]
      save()
      end(0)
    case 'print':
      if (!agent) return none()
      end(0, `${target} = {\n\tstate = not running\n\truns = ${agent.runs}\n\tlast exit code = ${agent.exit ?? '(never exited)'}\n}\n`)
    case 'kickstart': {
      if (!agent) return none()
      const {
        ProgramArguments,
        EnvironmentVariables = {},
        StandardOutPath,
      } = plist.parse(readFileSync(agent.file, 'utf8')) as unknown as Agent
      const [program = '', ...rest] = ProgramArguments
      mkdirSync(path.dirname(StandardOutPath), { recursive: true })
      const out = openSync(StandardOutPath, 'a')
      const done = spawnSync(program, rest, { env: bare(EnvironmentVariables), stdio: ['ignore', out, out] })
      agent.runs++
      agent.exit = done.status
      save()
      end(0)
    }
  }
  end(64, '', 'Unrecognized subcommand\n')
}

function schtasks(): never {
  const valueOf = (flag: string) => args[args.indexOf(flag) + 1] ?? ''
  const task = valueOf('/TN')
  switch (args[0]) {
    case '/Create': {
      const bytes = readFileSync(valueOf('/XML'))
      if (bytes[0] !== 0xff || bytes[1] !== 0xfe) end(1, '', 'ERROR: The task XML is malformed.\r\n')
      state.tasks[task] = bytes.toString('utf16le').slice(1)
      save()
      end(0, 'SUCCESS\r\n')
    }
    case '/Query':
      if (!(task in state.tasks)) end(1, '', 'ERROR: The system cannot find the file specified.\r\n')
      // In the order of its own, with what it adds and what it leaves out.
      if (args.includes('/XML'))
        end(
          0,
          (state.tasks[task] ?? '')
            .replace('<RegistrationInfo>', '<RegistrationInfo>\r\n    <URI>\\x</URI>')
            .replaceAll(/\p{L}/gu, (letter) => (letter > '\u007f' ? '\u00ab' : letter)),
        )
      end(0, `TaskName: ${task}\r\nLast Result: 267011\r\n`)
    case '/Run':
      if (!(task in state.tasks)) end(1, '', 'ERROR\r\n')
      end(0)
    case '/Delete':
      if (!(task in state.tasks)) end(1, '', 'ERROR\r\n')
      delete state.tasks[task]
      save()
      end(0)
    default:
      end(1)
  }
}

if (name === 'systemctl') systemctl(args)
if (name === 'crontab') crontab()
if (name === 'launchctl') launchctl(args)
if (name === 'who') end(0, `${spawnSync('id', ['-un'], { encoding: 'utf8' }).stdout.trim()} tty1\n`)
if (name === 'schtasks') schtasks()
