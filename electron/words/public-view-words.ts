/** By view: what it holds, and what each of its columns means. docs/book.md, 'The public views'. */
export type PublicViewWords = Readonly<Record<string, { about: string; columns: Readonly<Record<string, string>> }>>
