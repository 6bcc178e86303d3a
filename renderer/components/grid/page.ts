/** Rows a page: a tall screen's worth, so that one is enough to draw and takes no longer than it must. */
export const PAGE = 80
