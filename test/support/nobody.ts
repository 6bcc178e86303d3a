import { spawnSync } from 'node:child_process'

/** Another user of the same machine. */
export const NOBODY = { uid: 65_534, gid: 65_534 }

/** Whether another user can be played here, who can read this file of the project: only root may start programs of others. */
export const canBeNobody = (file: string): boolean =>
  process.platform !== 'win32' &&
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['-e', 'fs.accessSync(process.argv[1])', file], NOBODY).status === 0
