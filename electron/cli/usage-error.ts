/** A command line that cannot be understood: exit 2, with the sentence as it is. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
