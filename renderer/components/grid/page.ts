/** Rows a page: a tall screen's worth, so that one is enough to draw and takes no longer than it must. */
export const PAGE = 80

/** The window that a table asks for first. */
export const FIRST_PAGE = { offset: 0, limit: PAGE } as const
