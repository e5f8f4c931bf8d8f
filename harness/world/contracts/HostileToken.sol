// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title HostileToken
/// @notice A token that behaves as the words in its storage say; its code can replace that of another token.
/// @dev The first six slots are those of solmate's ERC20, which the tokens of the embedded origin are: balances and
/// allowances stay. There are no immutables and no constructor, since the code is put in place without one: the
/// words of slots 6 to 13 are set along with it.
contract HostileToken {
    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);

    uint256 private constant BPS = 10_000;

    string public name; // slot 0
    string public symbol; // 1
    uint256 public totalSupply; // 2
    mapping(address => uint256) private _shares; // 3
    mapping(address => mapping(address => uint256)) public allowance; // 4
    mapping(address => uint256) public nonces; // 5

    uint256 public decimals; // 6
    /// @notice Part of every transfer that its recipient does not get.
    uint256 public feeBps; // 7
    /// @notice What balances are of what they were before any rebase; 10 000 without one.
    uint256 public balanceBps; // 8
    /// @notice What events claim of what was moved; 10 000 for the truth.
    uint256 public eventBps; // 9
    /// @notice Whether an approval cannot be taken back, for an approval of zero reverts.
    bool public refusesZeroApproval; // 10
    /// @notice 1: approvals revert; 2: they return false and do nothing; 3: they return nothing, and one that is not zero
    /// changes to zero alone, as those of USDT on mainnet.
    uint256 public approvals; // 11
    /// @notice 1: transfers emit no event; 2: they emit one and move nothing.
    uint256 public transfers; // 12
    /// @notice 1: a transfer calls the contracts on both sides back; 2: it reverts when one of them refuses.
    uint256 public reenters; // 13

    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    function balanceOf(address account) public view returns (uint256) {
        return _shares[account] * balanceBps / BPS;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        require(amount != 0 || !refusesZeroApproval, "zero");
        require(approvals != 1, "approve");
        if (approvals == 2) return false;
        require(approvals != 3 || amount == 0 || allowance[msg.sender][spender] == 0, "not from zero");
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        if (approvals != 3) return true;
        assembly {
            return(0, 0)
        }
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) private {
        if (reenters != 0) {
            _reenter(from);
            _reenter(to);
        }
        uint256 received = amount - amount * feeBps / BPS;
        if (transfers != 2) {
            // Rounded up, so that nobody gets less than was sent for rounding's sake.
            uint256 shares = (amount * BPS + balanceBps - 1) / balanceBps;
            uint256 fee = shares * feeBps / BPS;
            _shares[from] -= shares;
            _shares[to] += shares - fee;
        }
        if (transfers != 1) emit Transfer(from, to, received * eventBps / BPS);
    }

    /// @dev What an operator would call: a cage that let it through would act for the token's author.
    function _reenter(address account) private {
        if (account.code.length == 0) return;
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(this), 0, abi.encodeCall(this.approve, (address(this), type(uint256).max)));
        (bool ok,) = account.call(
            abi.encodeWithSignature(
                "execute((address,uint256,bytes)[],uint256,bytes32)", calls, block.timestamp, bytes32(uint256(1))
            )
        );
        require(ok || reenters != 2, "refused");
    }
}
