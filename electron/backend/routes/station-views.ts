import type { StationView } from '../../contract/station-views.ts'
import { api, type Parts } from '../base.ts'

/** The saved views of the station table, which the preferences' file keeps. */
export function stationViewRoutes({ desk, file }: Parts) {
  function keep(views: readonly StationView[]): StationView[] {
    file.setStationViews(views)
    // Other windows show them too.
    desk.applyPreferences()
    return [...views]
  }

  return {
    list: api.stationViews.list.handler(() => [...file.stationViews()]),
    save: api.stationViews.save.handler(({ input: { view, replaces } }) => {
      const views = file.stationViews()
      const at = views.findIndex(({ name }) => name === (replaces ?? view.name))
      const others = views.filter(({ name }, index) => index === at || name !== view.name)
      const place = others.findIndex(({ name }) => name === (replaces ?? view.name))
      return keep(place < 0 ? [...others, view] : others.with(place, view))
    }),
    remove: api.stationViews.remove.handler(({ input }) =>
      keep(file.stationViews().filter(({ name }) => name !== input.name)),
    ),
  }
}
