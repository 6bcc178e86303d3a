/** Rows a page: as many as a tall screen shows, so that one page is enough to draw. */
export const PAGE = 80
