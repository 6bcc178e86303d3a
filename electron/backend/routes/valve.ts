import { api, type Parts } from '../base.ts'

/** The valve of a station. */
export const valveRoutes = ({ desk }: Parts) => ({
  spans: api.valve.spans.handler(({ input, signal }) => desk.analyst().ask('valve', input, { signal })),
})
