import type { Connection } from './connection.ts'

/** The longest wait for signing out: over a dead line no answer ever comes. */
const GOODBYE_MS = 5_000

/** Signs every lane out and closes: for a connection whose tokens are held in memory only. Never throws. */
export async function goodbye(connection: Connection): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, GOODBYE_MS)))
  await Promise.race([
    connection.signOut().then(
      () => undefined,
      () => undefined,
    ),
    limit,
  ])
  clearTimeout(timer)
  await connection.close().catch(() => undefined)
}
