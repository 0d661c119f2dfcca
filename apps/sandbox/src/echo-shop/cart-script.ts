/** Keeps the total of the cart right while quantities and course are chosen; the server counts again. */
export const cartScript = `'use strict';
(() => {
  const form = document.querySelector('form[data-cart]');
  const show = (id, value) => {
    document.getElementById(id).textContent = value === null ? '–' : value.toLocaleString('en-US') + '.00';
  };
  const count = () => {
    const digits = BigInt(form.elements.namedItem('course').value);
    let goods = 0n;
    for (const input of form.querySelectorAll('[data-price]')) {
      const many = /^\\d$/.test(input.value) ? BigInt(input.value) : 0n;
      goods += BigInt(input.dataset.price) * many;
    }
    show('goods', goods);
    show('digits', digits);
    show('total', goods > 0n ? goods + digits : null);
  };
  form.addEventListener('input', count);
  count();
})();
`;
