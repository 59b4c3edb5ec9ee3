import { text } from '../draw';
import { ActionButton } from './ActionButton';
import { rich } from './rich';

type Props = { readonly isDisabled: boolean; readonly isBusy: boolean };

/** Sends the request of a form. */
export function SendButton({ isDisabled, isBusy }: Props) {
  return (
    <ActionButton
      type="submit"
      className="primary"
      data-testid="method-send"
      disabled={isDisabled}
      isBusy={isBusy}
    >
      {text('page.send')}
    </ActionButton>
  );
}

/** Why nothing can be sent yet. */
export function ConnectFirst() {
  return (
    <p className="hint">
      {rich('page.connectFirst', { link: <a href="#/">{text('page.startHere')}</a> })}
    </p>
  );
}
