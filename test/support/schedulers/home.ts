import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A home folder of its own, with stand-ins for the tools of schedulers at the head of PATH. Needs a POSIX shell. */
export function standInHome(tools: readonly ('systemctl' | 'crontab' | 'launchctl' | 'schtasks' | 'who')[]) {
  const home = mkdtempSync(path.join(tmpdir(), 'meterbook-schedule-'))
  const bin = path.join(home, 'bin')
  mkdirSync(bin)
  for (const name of tools) writeProgram(path.join(bin, name), `exec ${shell(process.execPath)} ${shell(standIn)} ${name} "$@"`)
  // Only what is named answers: a scheduler of the machine itself must not.
  for (const name of ['systemctl', 'crontab'])
    if (!tools.some((tool) => tool === name)) writeProgram(path.join(bin, name), 'echo "not here" >&2; exit 127')
  const env = {
    HOME: home,
    PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
    XDG_CONFIG_HOME: undefined,
    XDG_DATA_HOME: undefined,
  }
  const lines = (name: string) => {
    const file = path.join(home, '.stand-in', name)
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  }
  return {
    home,
    env,
    /** Every command of the tools, in order. */
    asked: (): string[] => lines('asked.jsonl').map((line) => (JSON.parse(line) as string[]).join(' ')),
    crontab: (): string[] => lines('crontab'),
    journal: (): string => lines('journal').join('\n'),
    /** Sets the environment of this process, and gives it back as it was. */
    async within<T>(work: () => Promise<T>): Promise<T> {
      const before = Object.fromEntries(Object.keys(env).map((key) => [key, process.env[key]]))
      setAll(env)
      try {
        return await work()
      } finally {
        setAll(before)
      }
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

const standIn = path.join(import.meta.dirname, 'stand-in.ts')
const shell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

function setAll(env: Record<string, string | undefined>): void {
  for (const [key, value] of Object.entries(env)) {
    if (value === undefined) delete process.env[key]
    else process.env[key] = value
  }
}

/** An executable shell script. */
function writeProgram(file: string, script: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
}

/** A launcher that signs in to a service by name, as the one of a program that remembers an account does. */
export function writeLauncher(file: string, { cli, url, email, password }: Record<'cli' | 'url' | 'email' | 'password', string>): void {
  const command = [process.execPath, cli].map(shell).join(' ')
  writeProgram(file, `METERBOOK_PASSWORD=${shell(password)} exec ${command} "$@" --url ${shell(url)} --email ${shell(email)}`)
}
