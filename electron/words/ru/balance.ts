/** Why a station of a branch has no number to compare. */
export default {
  not_in_book: 'нет в этой книге',
  no_device: 'нет прибора',
  no_archive: 'нет часового и суточного архивов',
  no_volume: 'среди каналов нет ни объёма, ни счётчика',
  unknown_unit: 'единица объёма неизвестна',
  no_records: 'нет записей',
  other_unit: 'считает только рабочие м³, другие — стандартные',
  no_days: 'есть только месячные записи',
  other_hour: 'есть только сутки, и они начинаются в другой час',
}
