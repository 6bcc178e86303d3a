import type { Ref } from 'vue'
import type { CellFilter } from '../../components/grid/menu/entries.ts'

/**
 * Narrows a table to one value of a list, or to the shown ones without it; the last one cannot be left out.
 * @param chosen the shown values; null: all `usual` ones
 */
export function oneOf<T>(chosen: Ref<readonly T[] | null>, usual: readonly T[], value: T): CellFilter {
  const others = (chosen.value ?? usual).filter((other) => other !== value)
  return {
    only: () => (chosen.value = [value]),
    ...(others.length > 0 && { except: () => (chosen.value = others) }),
  }
}
