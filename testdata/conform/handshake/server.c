/* The server's side of a handshake, as a loop over states, in the style of SSL libraries. */

enum {
	ACCEPT, RENEGOTIATE,
	SW_HELLO_REQUEST, SW_HELLO_REQUESTED, SR_CLIENT_HELLO, SW_SERVER_HELLO, SW_CERTIFICATE, SW_KEY_EXCHANGE,
	SW_CERTIFICATE_REQUEST, SW_DONE, SW_FLUSH, SR_CERTIFICATE, SR_KEY_EXCHANGE, SR_CERTIFICATE_VERIFY,
	SR_FINISHED, SW_CHANGE_CIPHER, SW_FINISHED, OK
};

enum { ANONYMOUS = 1, EPHEMERAL = 2, VERIFY_PEER = 1 };

struct ssl {
	int state, version, hit, cipher, verify_mode, shutdown;
	unsigned long handshakes;
};

int setup_buffers(struct ssl *s);
void init_digests(struct ssl *s);
int send_hello_request(struct ssl *s);
int get_client_hello(struct ssl *s);
int send_server_hello(struct ssl *s);
int send_certificate(struct ssl *s);
int send_key_exchange(struct ssl *s);
int send_certificate_request(struct ssl *s);
int send_done(struct ssl *s);
int flush(struct ssl *s);
int get_certificate(struct ssl *s);
int get_key_exchange(struct ssl *s);
int get_certificate_verify(struct ssl *s);
int get_finished(struct ssl *s);
int setup_keys(struct ssl *s);
int send_change_cipher(struct ssl *s);
int send_finished(struct ssl *s);
void cleanup(struct ssl *s);

int ssl_accept(struct ssl *s)
{
	int state = s->state, next = OK, hit = 0, asked = 0, cipher = 0, ret = -1;

	if (s->version != 3)
		return -1;
	for (;;) {
		switch (state) {
		case RENEGOTIATE:
		case ACCEPT:
			ret = setup_buffers(s);
			if (ret <= 0)
				goto end;
			if (state != RENEGOTIATE) {
				init_digests(s);
				state = SR_CLIENT_HELLO;
				s->handshakes++;
			} else {
				state = SW_HELLO_REQUEST;
			}
			break;
		case SW_HELLO_REQUEST:
			ret = send_hello_request(s);
			if (ret <= 0)
				goto end;
			next = SW_HELLO_REQUESTED;
			state = SW_FLUSH;
			init_digests(s);
			break;
		case SW_HELLO_REQUESTED:
			state = OK;
			break;
		case SR_CLIENT_HELLO:
			ret = get_client_hello(s);
			if (ret <= 0)
				goto end;
			s->shutdown = 0;
			state = SW_SERVER_HELLO;
			break;
		case SW_SERVER_HELLO:
			ret = send_server_hello(s);
			if (ret <= 0)
				goto end;
			hit = s->hit;
			cipher = s->cipher;
			if (hit)
				state = SW_CHANGE_CIPHER;
			else
				state = SW_CERTIFICATE;
			break;
		case SW_CERTIFICATE:
			if (!(cipher & ANONYMOUS)) {
				ret = send_certificate(s);
				if (ret <= 0)
					goto end;
			}
			state = SW_KEY_EXCHANGE;
			break;
		case SW_KEY_EXCHANGE:
			if (cipher & (EPHEMERAL | ANONYMOUS)) {
				ret = send_key_exchange(s);
				if (ret <= 0)
					goto end;
			}
			state = SW_CERTIFICATE_REQUEST;
			break;
		case SW_CERTIFICATE_REQUEST:
			asked = s->verify_mode & VERIFY_PEER;
			if (asked) {
				ret = send_certificate_request(s);
				if (ret <= 0)
					goto end;
			}
			state = SW_DONE;
			break;
		case SW_DONE:
			ret = send_done(s);
			if (ret <= 0)
				goto end;
			next = SR_CERTIFICATE;
			state = SW_FLUSH;
			break;
		case SW_FLUSH:
			ret = flush(s);
			if (ret <= 0)
				goto end;
			state = next;
			break;
		case SR_CERTIFICATE:
			if (asked) {
				ret = get_certificate(s);
				if (ret <= 0)
					goto end;
			}
			state = SR_KEY_EXCHANGE;
			break;
		case SR_KEY_EXCHANGE:
			ret = get_key_exchange(s);
			if (ret <= 0)
				goto end;
			state = SR_CERTIFICATE_VERIFY;
			break;
		case SR_CERTIFICATE_VERIFY:
			if (asked) {
				ret = get_certificate_verify(s);
				if (ret <= 0)
					goto end;
			}
			state = SR_FINISHED;
			break;
		case SR_FINISHED:
			ret = get_finished(s);
			if (ret <= 0)
				goto end;
			if (hit)
				state = OK;
			else
				state = SW_CHANGE_CIPHER;
			break;
		case SW_CHANGE_CIPHER:
			ret = setup_keys(s);
			if (ret <= 0)
				goto end;
			ret = send_change_cipher(s);
			if (ret <= 0)
				goto end;
			state = SW_FINISHED;
			break;
		case SW_FINISHED:
			ret = send_finished(s);
			if (ret <= 0)
				goto end;
			if (hit)
				next = SR_FINISHED;
			else
				next = OK;
			state = SW_FLUSH;
			break;
		case OK:
			cleanup(s);
			ret = 1;
			goto end;
		default:
			ret = -1;
			goto end;
		}
	}
end:
	s->state = state;
	return ret;
}
