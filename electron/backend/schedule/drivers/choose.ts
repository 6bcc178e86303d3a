import os from 'node:os'
import path from 'node:path'
import type { SchedulerName } from '../../../contract/schedule-words.ts'
import type { Places } from '../order.ts'
import { schedulesFolder } from '../own-json.ts'
import { cronOf } from './cron.ts'
import { launchdOf } from './launchd.ts'
import type { Scheduler } from './scheduler.ts'
import { systemdOf } from './systemd.ts'
import { taskSchedulerOf } from './task-scheduler.ts'

/** Where this user's entries lie. */
export function placesOf(dataFolder: string, env: NodeJS.ProcessEnv = process.env): Places {
  const home = os.homedir()
  const { USERDOMAIN: domain, USERNAME: name } = env
  return {
    home,
    config: env['XDG_CONFIG_HOME'] || path.join(home, '.config'),
    own: schedulesFolder(dataFolder),
    uid: process.getuid?.() ?? null,
    account: domain && name ? `${domain}\\${name}` : null,
  }
}

/** The schedulers that a system may have, the one that is asked first at the head. */
export function schedulersOf(places: Places, platform: NodeJS.Platform = process.platform, env = process.env): Scheduler[] {
  if (platform === 'win32') return [taskSchedulerOf()]
  if (platform === 'darwin') return [launchdOf(places)]
  return [systemdOf(env['XDG_DATA_HOME'] || path.join(places.home, '.local', 'share')), cronOf()]
}

/** The first that answers; null: none does. */
export async function chooseScheduler(all: readonly Scheduler[]): Promise<Scheduler | null> {
  for (const one of all) if (await one.isThere()) return one
  return null
}

export const schedulerCalled = (all: readonly Scheduler[], name: SchedulerName): Scheduler | null =>
  all.find((one) => one.name === name) ?? null
