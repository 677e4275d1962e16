// The way to cancel an unpaid order: a button, and a question before anything is sent.

import { button, element, say } from './elements.js';
import { text } from './texts.js';

export class Cancelling {
  /**
   * @param names id of the element that names what is cancelled
   * @param back where the focus goes when there is nothing left to cancel
   * @param onYes called when the buyer is sure
   */
  constructor(names, back, onYes) {
    this.back = back;
    this.button = button('cancel', () => this.dialog.showModal());
    this.button.setAttribute('aria-describedby', names);
    this.question = element('h3', '');
    this.question.id = `${names}-cancel`;
    this.consequence = element('p', '');
    this.keep = button('keep', () => this.dialog.close());
    this.keep.autofocus = true;
    this.yes = button('yes', () => {
      this.dialog.close();
      onYes();
      this.back.focus();
    });
    this.dialog = element('dialog', '', this.question, this.consequence, element('div', 'answers', this.keep, this.yes));
    this.dialog.setAttribute('aria-labelledby', this.question.id);
  }

  /** @param may whether there is something to cancel; a question that time has answered goes away */
  show(may) {
    this.button.hidden = !may;
    say(this.button, text('cancel.button'));
    say(this.question, text('cancel.question'));
    say(this.consequence, text('cancel.consequence'));
    say(this.keep, text('cancel.keep'));
    say(this.yes, text('cancel.yes'));
    if (this.dialog.open && !may) {
      this.dialog.close();
      this.back.focus();
    }
  }
}
