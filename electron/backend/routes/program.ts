import { certificatesOf } from '../../service/authority.ts'
import { asksForNoCheck } from '../../service/trust.ts'
import { api, type Parts } from '../base.ts'
import type { Broadcast } from '../broadcast.ts'
import type { Commands } from '../commands.ts'
import type { Notice } from '../notice.ts'
import { readLink } from '../open-link.ts'
import { recentBooks } from '../used-books.ts'

/** A download changes the book many times a second; views that follow it need not be told more often than this. */
const CHANGES_REST_MS = 200

/** What the host has to say to the window, as it comes. */
export interface Streams {
  commands: Commands
  notices: Broadcast<Notice>
}

export function programRoutes({ desk, file, host, proxy, commands, notices }: Parts & Streams) {
  return {
    info: api.program.info.handler(() => ({
      version: host.version,
      host: host.kind === 'desktop' ? ('desktop' as const) : ('web' as const),
      platform: process.platform,
      node: process.versions.node,
      systemLocale: host.systemLocale,
      systemTimeZone: host.systemTimeZone,
      dataFolder: host.dataFolder,
      asksForNoCheck: asksForNoCheck(process.env),
      keyPlace: desk.accountState().canRemember && host.vaultKey ? host.vaultKey.place : ('none' as const),
      can: { ...host.can, remember: desk.accountState().canRemember },
    })),
    preferences: api.program.preferences.handler(() => file.preferences()),
    setPreferences: api.program.setPreferences.handler(({ input }) => {
      const { proxy: typed, ...others } = input
      if (others.authority) certificatesOf(others.authority)
      const preferences = file.setPreferences(typed === undefined ? others : { ...others, proxy: proxy.take(typed) })
      desk.applyPreferences()
      return preferences
    }),
    proxyAccount: api.program.proxyAccount.handler(() => proxy.account()),
    changes: api.program.changes.handler(async function* ({ signal }) {
      yield* desk.changes.listen(signal, { restMs: CHANGES_REST_MS })
    }),
    commands: api.program.commands.handler(async function* ({ signal }) {
      yield* commands.listen(signal)
    }),
    notices: api.program.notices.handler(async function* ({ signal }) {
      yield* notices.listen(signal)
    }),
    readLink: api.program.readLink.handler(({ input }) =>
      readLink(
        input.link,
        recentBooks(file.books(), host.dataFolder).map(({ file: known }) => known),
      ),
    ),
    reveal: api.program.reveal.handler(async ({ input }) => {
      await host.reveal(input.file)
      return null
    }),
  }
}
