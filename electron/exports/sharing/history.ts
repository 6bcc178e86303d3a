import type { Book } from '../../book/index.ts'
import { parseStored } from '../../book/file/stored.ts'
import type { Merged } from '../../contract/merge-words.ts'
import { mergeCountsSchema } from '../../contract/sharing.ts'

type Account = Merged['other']['account']
const accountOf = (url: string | null, email: string | null): Account => (url !== null && email !== null ? { url, email } : null)

/** Where a book comes from, if it is a shared one, and what was merged into it, the latest first. */
export function earlierMerges({ sharing }: Book) {
  const origin = sharing.origin()
  return {
    origin: origin && { account: accountOf(origin.url, origin.email), sharedAtMs: origin.sharedAtMs },
    merges: sharing.merges().map(({ url, email, counts, ...merge }) => ({
      ...merge,
      account: accountOf(url, email),
      // A newer program may count more kinds: what is not known here is not said.
      ...(mergeCountsSchema.safeParse(parseStored(counts, 'merge_log')).data ?? { kinds: [], refused: [] }),
    })),
  }
}
