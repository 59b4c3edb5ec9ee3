import { ActionButton } from './ActionButton';

/** Sends the request of a form. */
export const SendButton = (props: { readonly isDisabled: boolean; readonly isBusy: boolean }) => (
  <ActionButton
    type="submit"
    className="primary"
    data-testid="method-send"
    disabled={props.isDisabled}
    isBusy={props.isBusy}
  >
    Send
  </ActionButton>
);

/** Why nothing can be sent yet. */
export const ConnectFirst = () => (
  <p className="hint">
    Connect the module first: <a href="#/">start here</a>.
  </p>
);
