import terms from '../terms.ts'

export default {
  title: terms.facets,
  absent: 'не указано',
  none: { finding: 'без открытых замечаний', consumer: 'без потребителя', provider: 'без поставщика' },
  name: {
    status: terms.stationStatus,
    model: terms.model,
    provider: terms.provider,
    consumer: terms.consumer,
    silence: 'Связь',
    completeness: 'Полнота данных',
    alarms: terms.alarms,
    finding: 'Замечания',
    type: terms.typeCode,
    data: terms.data,
    listing: 'Список сервиса',
  },
  of: {
    silence: {
      none: 'на связи (до 3 суток)',
      late: 'молчат 3–30 суток',
      lost: 'молчат больше 30 суток',
      never: 'сеансов не было',
    },
    completeness: { complete: 'полные', incomplete: 'неполные', unasked: 'не загружались' },
    alarms: { recent: 'аварии за 30 суток', earlier: 'аварии раньше', none: 'без аварий' },
    data: { yes: 'есть в книге', no: 'нет в книге' },
    listing: { listed: 'в списке', unlisted: 'исчезли из списка' },
  },
}
