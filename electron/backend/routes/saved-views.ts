import type { SavedView } from '../../contract/saved-views.ts'
import { api, type Parts } from '../base.ts'

/** The saved views of all screens, which the preferences' file keeps. */
export function savedViewRoutes({ desk, file }: Parts) {
  function keep(views: readonly SavedView[]): SavedView[] {
    file.setSavedViews(views)
    // Other windows show them too.
    desk.applyPreferences()
    return [...views]
  }

  return {
    list: api.savedViews.list.handler(() => [...file.savedViews()]),
    save: api.savedViews.save.handler(({ input: { view, replaces } }) => {
      const views = file.savedViews()
      const isCalled = (name: string) => (one: SavedView) => one.screen === view.screen && one.name === name
      const before = isCalled(replaces ?? view.name)
      const at = views.findIndex(before)
      const others = views.filter((one, index) => index === at || !isCalled(view.name)(one))
      const place = others.findIndex(before)
      return keep(place < 0 ? [...others, view] : others.with(place, view))
    }),
    remove: api.savedViews.remove.handler(({ input }) =>
      keep(file.savedViews().filter(({ screen, name }) => screen !== input.screen || name !== input.name)),
    ),
  }
}
